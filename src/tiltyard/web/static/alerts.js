// Calls the reader: what is new stands in a banner until it was seen, in the title, and shakes or
// sounds if that is wanted. The page names what there is (#alerts); what was not there before is new.
const wish = "tiltyard-sound";
const banner = document.getElementById("banner");
let known = keys();
let unseen = [];

function items() {
  return [...document.querySelectorAll("#alerts > [data-key]")];
}

function keys() {
  return new Set(items().map((item) => item.dataset.key));
}

function wanted() {
  try {
    return localStorage.getItem(wish) === "on";
  } catch {
    return false;
  }
}

// Two short tones, made here: nothing is loaded.
function sound() {
  try {
    const audio = new AudioContext();
    for (const [at, pitch] of [[0, 660], [0.18, 880]]) {
      const tone = new OscillatorNode(audio, { frequency: pitch });
      const volume = new GainNode(audio, { gain: 0.2 });
      tone.connect(volume).connect(audio.destination);
      tone.start(audio.currentTime + at);
      tone.stop(audio.currentTime + at + 0.15);
    }
  } catch {
    // a browser without sound
  }
}

function badge() {
  const title = document.title.replace(/^\(\d+\) /, "");
  document.title = unseen.length ? `(${unseen.length}) ${title}` : title;
  navigator.setAppBadge?.(unseen.length).catch(() => {});
}

function draw() {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "small", textContent: banner.dataset.seen });
  button.addEventListener("click", seen);
  const lines = unseen.map((text) => Object.assign(document.createElement("p"), { textContent: text, dir: "auto" }));
  banner.replaceChildren(...(unseen.length ? [...lines, button] : []));
  badge();
}

function seen() {
  unseen = [];
  draw();
  document.querySelector("main > section:not([hidden]) h1, main > section:not([hidden]) h2")?.scrollIntoView({ block: "center" });
}

function look() {
  const fresh = items().filter((item) => !known.has(item.dataset.key)).map((item) => item.textContent.trim());
  known = keys();
  if (!fresh.length) return badge();
  unseen = [...unseen, ...fresh].slice(-4);
  draw();
  navigator.vibrate?.([200, 100, 200]);
  if (wanted()) sound();
}

function choose(button) {
  const say = () => {
    button.textContent = wanted() ? button.dataset.on : button.dataset.off;
    button.setAttribute("aria-pressed", String(wanted()));
  };
  button.addEventListener("click", () => {
    try {
      localStorage.setItem(wish, wanted() ? "off" : "on");
    } catch {
      // a browser that keeps nothing
    }
    if (wanted()) sound();
    say();
  });
  say();
}

function choices() {
  for (const line of document.querySelectorAll("[data-alerts][hidden]")) {
    line.hidden = false;
    choose(line.querySelector("[data-sound]"));
  }
}

if (banner) document.addEventListener("tiltyard:adopted", look);
document.addEventListener("tiltyard:fresh", choices);
choices();
