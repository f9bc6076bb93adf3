// Clocks count on their own: they know when the round ends and how far this device's time is off.
let offset = null; // server time minus device time, in milliseconds
let timer = null;
export const NEAR = 600; // seconds: from here on a clock warns

// What arrives late makes the server seem to be behind: the largest offset is the truest. Small
// differences move the clock slowly, large ones (a device that slept or was set) at once.
export function hear(serverTime) {
  if (!Number.isFinite(serverTime)) return;
  const seen = serverTime - Date.now();
  if (offset === null || Math.abs(seen - offset) > 1500) offset = seen;
  else offset += (seen - offset) * (seen > offset ? 0.5 : 0.1);
}

export function serverNow() {
  return Date.now() + (offset ?? 0);
}

// Times and dates as the reader writes them: a phone in British English says 19:05, an American one 7:05 PM.
const { lang, dataset: { zone } } = document.documentElement;
const LOCALE = navigator.languages.find((language) => language.split("-")[0] === lang) ?? lang;
const hour = new Intl.DateTimeFormat(LOCALE, { hour: "numeric" }).resolvedOptions().hour12 ? "numeric" : "2-digit";

export function timeOfDay(milliseconds = serverNow(), timeZone = undefined) {
  return new Date(milliseconds).toLocaleTimeString(LOCALE, { hour, minute: "2-digit", timeZone });
}

// By the clock on the wall of the hall, wherever the reader is.
const onTheWall = (milliseconds) => timeOfDay(milliseconds + Number(zone ?? 0) * 60000, "UTC");

function localize() {
  for (const line of document.querySelectorAll("[data-clock][data-at]")) {
    const now = onTheWall(Number(line.dataset.at));
    line.textContent = line.textContent.replace(line.dataset.clock, now);
    line.dataset.clock = now;
  }
  for (const moment of document.querySelectorAll("[data-ms]")) moment.textContent = onTheWall(Number(moment.dataset.ms));
  for (const time of document.querySelectorAll("time[datetime]")) {
    const at = Date.parse(time.dateTime);
    if (Number.isNaN(at)) continue;
    time.textContent = time.dateTime.length > 10 ? onTheWall(at) : new Date(at).toLocaleDateString(LOCALE, { dateStyle: "long", timeZone: "UTC" });
  }
}

export function shown(seconds) {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

export function secondsLeft(clock) {
  return Math.max(0, Math.ceil((Number(clock.dataset.ends) - serverNow()) / 1000));
}

// Words beside the first clock that are true only while it runs, near its end, or when it is over.
function say(left) {
  for (const one of document.querySelectorAll("[data-while-running]")) one.hidden = left === 0;
  for (const one of document.querySelectorAll("[data-when-near]")) one.hidden = left === 0 || left > NEAR;
  for (const one of document.querySelectorAll("[data-when-over]")) one.hidden = left > 0;
}

// Draws every clock, and comes back just after the next second has changed.
function draw() {
  clearTimeout(timer);
  timer = null;
  const clocks = [...document.querySelectorAll("[data-ends]")];
  for (const clock of clocks) {
    const left = secondsLeft(clock);
    const notice = clock.closest("[data-notice]");
    if (notice) notice.hidden = left === 0; // it ends by itself
    const text = shown(left);
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("is-over", left === 0);
    clock.classList.toggle("is-near", left > 0 && left <= NEAR);
  }
  const round = clocks.find((clock) => !clock.closest("[data-notice]"));
  if (round) say(secondsLeft(round));
  if (!clocks.length || document.hidden) return;
  const rest = (Number(clocks[0].dataset.ends) - serverNow()) % 1000;
  timer = setTimeout(draw, Math.min(1000, Math.max(50, (rest < 0 ? rest + 1000 : rest) + 15)));
}

// Times that were expected and have passed move on, and everything after them.
function moveSchedule() {
  const minute = 60000;
  for (const schedule of document.querySelectorAll("[data-schedule]")) {
    let late = 0;
    for (const row of schedule.querySelectorAll("tr")) {
      const { state, from, to } = row.dataset;
      if (!from && !to) continue;
      const due = Number(state === "running" ? to : from);
      if (due && state !== "over") late = Math.max(late, Math.ceil((serverNow() - due) / (5 * minute)) * 5 * minute);
      const behind = state === "over" ? 0 : late;
      const begins = row.querySelector("[data-from-text]");
      const ends = row.querySelector("[data-to-text]");
      if (begins) begins.textContent = onTheWall(Number(from) + (state === "running" ? 0 : behind));
      if (ends) ends.textContent = onTheWall(Number(to) + behind);
    }
  }
}

export function begin() {
  setInterval(moveSchedule, 30000);
  moveSchedule();
  localize();
  document.addEventListener("tiltyard:fresh", moveSchedule);
  document.addEventListener("tiltyard:fresh", localize);
  const { now, kept } = document.body.dataset;
  if (now && !kept) hear(Number(now)); // the time on a page that was kept is past
  draw();
  document.addEventListener("visibilitychange", draw);
  document.addEventListener("tiltyard:fresh", draw);
  document.addEventListener("tiltyard:news", draw);
  window.addEventListener("pageshow", draw);
}
