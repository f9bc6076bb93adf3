// SHA-256 of a text, as lower-case hex. Browsers offer it only on encrypted pages; a hall's Wi-Fi
// often has none, so it is also here in full (FIPS 180-4).

const utf8 = new TextEncoder();

export function sha256(text) {
  const bytes = utf8.encode(text);
  return globalThis.crypto?.subtle ? byBrowser(bytes) : Promise.resolve(byHand(bytes));
}

async function byBrowser(bytes) {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const primes = [];
for (let number = 2; primes.length < 64; number += 1) if (primes.every((prime) => number % prime)) primes.push(number);
const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUND = primes.map((prime) => fraction(Math.cbrt(prime)));
const turn = (word, by) => (word >>> by) | (word << (32 - by));

export function byHand(bytes) {
  const blocks = ((bytes.length + 8) >> 6) + 1;
  const padded = new DataView(new ArrayBuffer(64 * blocks));
  bytes.forEach((byte, place) => padded.setUint8(place, byte));
  padded.setUint8(bytes.length, 0x80);
  padded.setUint32(64 * blocks - 8, Math.floor(bytes.length / 2 ** 29));
  padded.setUint32(64 * blocks - 4, (bytes.length << 3) >>> 0);
  const state = Int32Array.from(START);
  for (let block = 0; block < blocks; block += 1) mix(state, padded, 64 * block);
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

function mix(state, padded, start) {
  const words = new Int32Array(64);
  for (let at = 0; at < 16; at += 1) words[at] = padded.getInt32(start + 4 * at);
  for (let at = 16; at < 64; at += 1) {
    const [far, near] = [words[at - 15], words[at - 2]];
    const first = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
    const second = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
    words[at] = words[at - 16] + first + words[at - 7] + second;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let at = 0; at < 64; at += 1) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[at] + words[at]) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => { state[place] += word; });
}
