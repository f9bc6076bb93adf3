// What every page with a script does: live parts, forms, clocks. Each works without the others.
import "./clauses.js";
import { begin as live } from "./live.js";
import { begin as forms } from "./forms.js";
import { begin as clocks } from "./clock.js";

clocks();
forms();
live();
