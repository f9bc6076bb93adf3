// Draws a round once more, from its lots: who rests and who meets whom.
//
// A second implementation of the rules in docs/algorithms/pairing.md, for a reader's own browser.
// Input is one round of `draws.json`: players with the class in which only lots order them, their
// points, whom they have met. Nothing in here knows what was published.
import { heaviestMatching } from "./matching.js";
import { sha256 } from "./sha256.js";

// ------------------------------------------------------------------ lots

const seedOf = (seed, drawn) => `${seed}${drawn.salt === null ? "" : `~${drawn.salt}`}${drawn.attempt > 1 ? `#${drawn.attempt}` : ""}`;

export const saltOf = (head, nonce) => sha256(`tiltyard/salt/1/${head}/${nonce}`);

async function lots(seed, purpose, stage, number, names) {
  const found = names.map(async (name) => [name, await sha256(`tiltyard/1|${seed}|${purpose}|${stage}|${number}|${name}`)]);
  return new Map(await Promise.all(found));
}

const compared = (one, other) => (one < other ? -1 : one > other ? 1 : 0);

// ------------------------------------------------------------------ a Swiss round

// Returns the order of the field, everybody's lot, the pairs and who rests (or null).
export async function drawSwiss(round, seed) {
  const { players } = round;
  const own = seedOf(seed, round);
  const ids = players.map((player) => player.id);
  const ordering = await lotsFor(round.order_by, round, seed, ids);
  const order = [...players].sort((one, other) => one.order - other.order || compared(ordering.get(one.id), ordering.get(other.id)));
  let field = order;
  let rests = null;
  if (players.length % 2) {
    const resting = round.rest_by === "bye" ? await lots(own, "bye", round.stage, round.number, ids) : await lotsFor("tiebreak", round, seed, ids);
    rests = whoRests(round, order, resting);
    field = order.filter((player) => player !== rests);
  }
  const place = new Map(field.map((player, at) => [player.id, at]));
  const pairs = pairField(round, field, place).map(([one, other]) => [field[one].id, field[other].id]);
  return { order: order.map((player) => player.id), lots: ordering, pairs, rests: rests && rests.id };
}

const lotsFor = (purpose, round, seed, ids) =>
  purpose === "tiebreak"
    ? lots(seed, "tiebreak", round.tiebreak_stage, round.tiebreak_number, ids)
    : lots(seedOf(seed, round), "order", round.stage, round.number, ids);

function whoRests(round, order, resting) {
  const may = order.filter((player) => player.rest !== null);
  may.sort((one, other) => one.rest - other.rest || compared(resting.get(one.id), resting.get(other.id)));
  if (round.rest_by === "tiebreak") may.reverse();
  const leavesAField = (player) => {
    const field = order.filter((other) => other !== player);
    return canBePaired(graphOf(field), everybody(field));
  };
  return may.find(leavesAField) ?? may[0];
}

const everybody = (field) => field.map((_, at) => at);

function pairField(round, field, place) {
  const groups = groupsOf(round, field);
  const graph = graphOf(field);
  if (canBePaired(graph, everybody(field))) return pairBrackets(graph, groups);
  return pairBrackets(graphWithRematches(round, field, place), groups);
}

function groupsOf(round, field) {
  if (!round.grouped) return [everybody(field)];
  const groups = [];
  field.forEach((player, at) => {
    if (at === 0 || field[at - 1].points !== player.points) groups.push([]);
    groups.at(-1).push(at);
  });
  return groups;
}

// ------------------------------------------------------------------ who may meet whom

function graphOf(field) {
  const place = new Map(field.map((player, at) => [player.id, at]));
  const barred = field.map((player) => new Set(player.met.map((id) => place.get(id)).filter((at) => at !== undefined)));
  return withBars(barred, new Map());
}

function withBars(barred, cost) {
  return { barred, cost, size: barred.length, mostBarred: Math.max(0, ...barred.map((one) => one.size)) };
}

const costOf = (graph, one, other) => graph.cost.get(Math.min(one, other) * graph.size + Math.max(one, other)) ?? 0;
const enough = (graph) => 2 * graph.mostBarred + 2; // so many can always be paired (Dirac)

function canBePaired(graph, players) {
  if (players.length % 2) return false;
  if (!players.length || (players.length >= enough(graph) && !graph.cost.size)) return true;
  return attempt(graph, players, []).every(([, partner]) => partner !== null) || bestCompletion(graph, players, [], []) !== null;
}

// Repeats cost: first their number, then how recent they are. Rounds that need not be repeated are
// barred one after another.
function graphWithRematches(round, field, place) {
  const meetings = round.meetings.filter(([one, other]) => place.has(one) && place.has(other)).map(([one, other, number]) => [place.get(one), place.get(other), number]);
  const size = field.length;
  const cheapest = (levels, avoided, base) => bestCompletion(priced(meetings, size, levels, avoided, base), everybody(field), [], []).cost;
  const fewest = Math.floor(cheapest([], new Set(), 1) / (size + 1));
  const kept = [];
  const avoided = new Set();
  for (const number of [...new Set(meetings.map((meeting) => meeting[2]))].sort((one, other) => other - one)) {
    if (cheapest([...kept, number], avoided, fewest + 1) % (fewest + 1)) kept.push(number);
    else avoided.add(number);
  }
  return priced(meetings, size, kept, avoided, fewest + 1);
}

function priced(meetings, size, levels, avoided, base) {
  const worth = new Map([...levels].reverse().map((number, power) => [number, base ** power]));
  const oneMore = base ** levels.length * (size + 1);
  const barred = Array.from({ length: size }, () => new Set());
  const cost = new Map();
  for (const [one, other, number] of meetings) {
    if (avoided.has(number)) {
      barred[one].add(other);
      barred[other].add(one);
    } else cost.set(Math.min(one, other) * size + Math.max(one, other), oneMore + (worth.get(number) ?? 0));
  }
  return withBars(barred, cost);
}

// ------------------------------------------------------------------ the best way to go on

// `inside` are undecided players of a bracket, `floated` those who leave it, `rest` everybody below
// (null: so many that they take whoever comes). Null if somebody would be left over.
function bestCompletion(graph, inside, floated, rest) {
  const nodes = [...inside, ...floated, ...(rest ?? [])];
  const leaving = new Set(floated);
  const count = nodes.length;
  const value = (a, b) => (a < inside.length && b < inside.length ? 1 : 0) - (count + 1) * costOf(graph, nodes[a], nodes[b]);
  const most = 1 + (count + 1) * Math.max(0, ...graph.cost.values());
  const large = 2 * most * (count + 1); // more than any values together: the most pairs come first
  if (large * 4 > Number.MAX_SAFE_INTEGER) throw new RangeError("numbers too large for a browser");
  const weight = (a, b) => {
    if (graph.barred[nodes[a]].has(nodes[b])) return 0;
    const [first, second] = a < b ? [a, b] : [b, a];
    if (first < inside.length && second >= inside.length && leaving.has(nodes[second])) return 0;
    return large + value(a, b);
  };
  const partners = heaviestMatching(count, weight);
  if (rest !== null && partners.includes(-1)) return null;
  const best = { cost: 0, inside: 0 };
  partners.forEach((b, a) => {
    if (b <= a) return;
    best.cost += costOf(graph, nodes[a], nodes[b]);
    if (b < inside.length) best.inside += 1;
  });
  return best;
}

// ------------------------------------------------------------------ bracket by bracket from the top

function pairBrackets(graph, groups) {
  const pairs = [];
  let waiting = [];
  groups.forEach((group, number) => {
    const rest = groups.slice(number + 1).flat();
    const decisions = pairBracket(graph, [...waiting, ...group], rest);
    for (const [player, partner] of decisions) if (partner !== null) pairs.push([player, partner]);
    waiting = decisions.filter(([, partner]) => partner === null).map(([player]) => player);
  });
  return pairs;
}

function pairBracket(graph, bracket, rest) {
  const takesAnybody = rest.length >= enough(graph) && !graph.cost.size;
  const keep = enough(graph) + (takesAnybody ? 1 : rest.length);
  const sure = [];
  const end = [...bracket];
  while (!graph.cost.size && end.length - 2 >= keep) { // so many stay that no earliest pair is wrong
    const player = end.shift();
    const at = end.findIndex((other) => !graph.barred[player].has(other));
    sure.push([player, end.splice(at, 1)[0]]);
  }
  const tried = attempt(graph, end, []);
  if (!graph.cost.size && attemptStands(graph, tried, end, rest)) return [...sure, ...tried];
  return [...sure, ...search(graph, end, takesAnybody ? null : rest)];
}

// Gives everybody undecided the earliest partner there is, without looking any further.
function attempt(graph, bracket, decided) {
  const taken = new Set(decided.flat());
  const waiting = bracket.filter((player) => !taken.has(player));
  const found = [];
  while (waiting.length) {
    const player = waiting.shift();
    const at = waiting.findIndex((other) => !graph.barred[player].has(other));
    found.push([player, at < 0 ? null : waiting.splice(at, 1)[0]]);
  }
  return found;
}

function attemptStands(graph, tried, bracket, rest) {
  const alone = tried.filter(([, partner]) => partner === null).map(([player]) => player);
  return alone.length === bracket.length % 2 && canBePaired(graph, [...alone, ...rest]);
}

// The first decisions, in the order of preference, that can be completed as well as any.
function search(graph, bracket, rest) {
  const best = bestCompletion(graph, bracket, [], rest);
  const completes = (decided) => {
    const taken = new Set(decided.flat());
    const pairs = decided.filter(([, partner]) => partner !== null);
    const floated = decided.filter(([, partner]) => partner === null).map(([player]) => player);
    if (floated.length > bracket.length - 2 * best.inside) return false;
    const going = bestCompletion(graph, bracket.filter((player) => !taken.has(player)), floated, rest);
    if (going === null) return false;
    const cost = pairs.reduce((sum, [one, other]) => sum + costOf(graph, one, other), going.cost);
    return cost === best.cost && going.inside + pairs.length >= best.inside;
  };
  const decided = [];
  for (;;) {
    const tried = attempt(graph, bracket, decided);
    const right = howFarRight(decided, tried, completes);
    decided.push(...tried.slice(0, right));
    if (right === tried.length) return decided;
    decided.push([tried[right][0], nextPartner(graph, bracket, decided, tried[right], completes)]);
  }
}

function howFarRight(decided, tried, completes) {
  if (completes([...decided, ...tried])) return tried.length;
  let [right, wrong] = [0, tried.length];
  while (wrong - right > 1) {
    const middle = (right + wrong) >> 1;
    if (completes([...decided, ...tried.slice(0, middle)])) right = middle;
    else wrong = middle;
  }
  return right;
}

function nextPartner(graph, bracket, decided, [player, wrong], completes) {
  const taken = new Set(decided.flat());
  const later = bracket.slice(bracket.indexOf(wrong ?? player) + 1);
  const may = (partner) => !taken.has(partner) && !graph.barred[player].has(partner);
  return later.find((partner) => may(partner) && completes([...decided, [player, partner]])) ?? null;
}

// ------------------------------------------------------------------ a bracket by lot, and cards

export async function drawElimination(round, seed) {
  const own = seedOf(seed, round);
  const ids = round.players.map((player) => player.id);
  const chosen = await lots(own, "elimination", round.stage, 1, ids);
  const ordered = [...ids].sort((one, other) => compared(chosen.get(one), chosen.get(other)));
  const byes = 2 ** Math.ceil(Math.log2(ids.length)) - ids.length;
  const rest = ordered.slice(0, byes);
  const others = ids.filter((id) => !rest.includes(id));
  const drawn = await lots(own, "order", round.stage, 1, others);
  others.sort((one, other) => compared(drawn.get(one), drawn.get(other)));
  const pairs = rest.map((id) => [id]);
  for (let at = 0; at < others.length; at += 2) pairs.push([others[at], others[at + 1]]);
  return { order: ordered, lots: chosen, pairs, rests: null };
}

// The card of a round: one bag for each kind, filled again when it is empty.
export async function drawCard(card, seed) {
  const bag = await bagOf(card.bag, card, seed);
  if (card.before !== null) {
    const before = await bagOf(card.before, card, seed);
    if (bag[0] === before.at(-1)) [bag[0], bag[1]] = [bag[1], bag[0]];
  }
  return bag[card.place];
}

async function bagOf(filled, card, seed) {
  const drawn = await lots(seedOf(seed, filled), card.kind, card.stage, filled.round, card.cards);
  return [...card.cards].sort((one, other) => compared(drawn.get(one), drawn.get(other)));
}
