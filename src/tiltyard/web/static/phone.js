// The scripts of the phone: clock, live parts, small forms, the slip, and the outbox.
import { begin as live } from "./live.js";
import { begin as forms } from "./forms.js";
import { begin as clocks } from "./clock.js";
import { begin as outbox } from "./outbox.js";
import "./slip.js";

clocks();
forms();
live();
outbox();
