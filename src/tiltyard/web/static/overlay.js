// The overlay for streams: shows the parts and the table that its address asks for.
import { begin as live } from "./live.js";
import { begin as clocks } from "./clock.js";

const asked = new URLSearchParams(location.search);
const shown = new Set((asked.get("show") || "clock,table,ticker").split(","));

function arrange() {
  for (const part of document.querySelectorAll("[data-shows]")) part.hidden = !shown.has(part.dataset.shows);
  const tables = [...document.querySelectorAll("[data-table]")];
  const featured = tables.find((table) => table.dataset.table === asked.get("table")) ?? tables[0];
  for (const table of tables) table.hidden = table !== featured;
}

arrange();
document.addEventListener("tiltyard:adopted", arrange);
clocks();
live();
