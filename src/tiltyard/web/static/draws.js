// The page that draws every round once more and compares it with what was published.
import { drawCard, drawElimination, drawSwiss, saltOf } from "./draw.js";
import { sha256 } from "./sha256.js";

const TRIES = { swiss: drawSwiss, lots: drawElimination };

async function begin() {
  const frame = document.querySelector("[data-draws]");
  for (const one of document.querySelectorAll("[data-without-script]")) one.hidden = true;
  if (!frame) return;
  try {
    const answer = await fetch(frame.dataset.draws, { signal: AbortSignal.timeout(15000) });
    if (!answer.ok) throw new Error(answer.status);
    const file = await answer.json();
    if (file.seed === null) return;
    await checkSeed(file);
    for (const round of file.rounds) await check(round, file, frame.dataset);
  } catch {
    for (const light of document.querySelectorAll("[data-verdict]")) say(light, "warn", frame.dataset.failed);
  }
}

async function checkSeed(file) {
  const same = (await sha256(file.seed)) === file.commitment;
  document.querySelector(same ? "[data-check=seed]" : "[data-wrong=seed]").hidden = false;
}

function say(light, state, text) {
  light.className = `state ${state}`;
  light.textContent = text;
}

const key = (ids) => JSON.stringify([...ids].sort());

async function check(round, file, words) {
  const section = document.querySelector(`[data-draw="${CSS.escape(round.round)}"]`);
  if (!section) return;
  const light = section.querySelector("[data-verdict]");
  const cards = await Promise.all(round.cards.map(async (card) => (await drawCard(card, file.seed)) === card.drawn));
  const salted = !round.nonce || (await saltOf(round.head, round.nonce)) === round.salt;
  if (!TRIES[round.kind]) {
    const right = salted && cards.every(Boolean);
    say(light, right ? "" : "alarm", right ? words[round.kind] : words.differs);
    return;
  }
  let drawn;
  try {
    drawn = await TRIES[round.kind](round, file.seed);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    say(light, "warn", words.hard);
    return;
  }
  const mine = drawn.pairs.map(key);
  if (drawn.rests !== null) mine.push(key(round.spare === null ? [drawn.rests] : [drawn.rests, round.spare]));
  const published = new Set(round.drawn.map(key));
  const same = mine.filter((pair) => published.has(pair)).length;
  const right = salted && cards.every(Boolean);
  if (right && same === mine.length && mine.length === published.size) say(light, "good", words.same);
  else if (right && round.bound) say(light, "warn", words[round.bound].replace("SAME", same).replace("ALL", mine.length));
  else say(light, "alarm", words.differs);
  show(section, round, drawn, file.names, salted);
}

function show(section, round, drawn, names, salted) {
  const steps = section.querySelector("[data-steps]");
  const salt = section.querySelector("[data-salt]");
  if (round.salt !== null) {
    salt.hidden = false;
    salt.querySelector("code").textContent = round.salt;
    salt.querySelector(".state").hidden = !round.nonce || !salted;
  }
  const rows = section.querySelector("[data-rows]");
  const points = new Map(round.players.map((player) => [player.id, player.points]));
  const against = new Map(drawn.pairs.flatMap(([one, other]) => [[one, other], [other, one]]));
  rows.replaceChildren(...drawn.order.map((id, place) => {
    const other = against.get(id) ?? (round.spare !== null && id === drawn.rests ? round.spare : undefined);
    const row = document.createElement("tr");
    cell(row, place + 1, "num");
    name(row, names[id] ?? id);
    cell(row, points.get(id), "num");
    cell(row, drawn.lots.get(id).slice(0, 8), "mono");
    name(row, other === undefined ? rows.dataset.bye : (names[other] ?? other));
    return row;
  }));
  steps.hidden = false;
}

function cell(row, text, kind) {
  const made = row.insertCell();
  made.textContent = text;
  made.className = kind;
  return made;
}

function name(row, text) {
  const isolated = document.createElement("bdi");
  isolated.textContent = text;
  row.insertCell().append(isolated);
}

document.addEventListener("tiltyard:fresh", (event) => { if (event.target.id === "draws") begin(); });
begin();
