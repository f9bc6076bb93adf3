// QR codes made on the phone, so that a report can be shown without a connection: bytes, error
// correction L, versions 1 to 9 (230 bytes), mask 0. tests/browser compare them with another encoder.
const VERSIONS = [ // bytes of correction and of data in each block, how many blocks, alignment marks
  [7, 19, 1, []], [10, 34, 1, [6, 18]], [15, 55, 1, [6, 22]], [20, 80, 1, [6, 26]], [26, 108, 1, [6, 30]],
  [18, 68, 2, [6, 34]], [20, 78, 2, [6, 22, 38]], [24, 97, 2, [6, 24, 42]], [30, 116, 2, [6, 26, 46]],
];
const VERSION_BITS = { 7: 0x07c94, 8: 0x085bc, 9: 0x09a99 };
const FORMAT_BITS = 0x77c4; // level L, mask 0

const EXP = [1];
for (let power = 1; power < 255; power += 1) EXP[power] = (EXP[power - 1] << 1) ^ (EXP[power - 1] & 128 ? 0x11d : 0);
const LOG = Object.fromEntries(EXP.map((value, power) => [value, power]));
const times = (a, b) => (a && b ? EXP[(LOG[a] + LOG[b]) % 255] : 0);

// The rest of a division by the generator of this degree: the bytes of correction.
function correction(data, degree) {
  let generator = [1];
  for (let power = 0; power < degree; power += 1) {
    const next = [...generator, 0];
    generator.forEach((value, place) => { next[place + 1] ^= times(value, EXP[power]); });
    generator = next;
  }
  const rest = [...data, ...Array(degree).fill(0)];
  for (let place = 0; place < data.length; place += 1) {
    const factor = rest[place];
    generator.forEach((value, step) => { rest[place + step] ^= times(value, factor); });
  }
  return rest.slice(data.length);
}

// Length, bytes, padding; then the blocks, one byte of each in turn.
function codewords(bytes, [ec, size, blocks]) {
  const bits = [0x40 | (bytes.length >> 4), ((bytes.length & 15) << 4) | ((bytes[0] ?? 0) >> 4)];
  bytes.forEach((byte, place) => bits.push(((byte & 15) << 4) | ((bytes[place + 1] ?? 0) >> 4)));
  for (let pad = 0xec; bits.length < size * blocks; pad ^= 0xfd) bits.push(pad);
  const parts = Array.from({ length: blocks }, (_, number) => bits.slice(number * size, (number + 1) * size));
  const checks = parts.map((part) => correction(part, ec));
  const turns = (rows, length) => Array.from({ length }, (_, place) => rows.map((row) => row[place])).flat();
  return [...turns(parts, size), ...turns(checks, ec)];
}

function frame(version, marks) {
  const size = 17 + 4 * version;
  const grid = Array.from({ length: size }, () => Array(size).fill(null));
  const square = (top, left, radius, dark) => {
    for (let y = -radius; y <= radius; y += 1) {
      for (let x = -radius; x <= radius; x += 1) {
        if (grid[top + y]?.[left + x] !== undefined) grid[top + y][left + x] = dark(Math.max(Math.abs(x), Math.abs(y)));
      }
    }
  };
  for (const [top, left] of [[3, 3], [3, size - 4], [size - 4, 3]]) square(top, left, 4, (ring) => ring !== 2 && ring < 4);
  for (const top of marks) {
    for (const left of marks) if (grid[top][left] === null) square(top, left, 2, (ring) => ring !== 1);
  }
  for (let place = 8; place < size - 8; place += 1) {
    grid[6][place] ??= place % 2 === 0;
    grid[place][6] ??= place % 2 === 0;
  }
  for (let bit = 0; bit < 15; bit += 1) {
    const dark = Boolean((FORMAT_BITS >> bit) & 1);
    grid[bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit][8] = dark;
    grid[8][bit < 8 ? size - 1 - bit : bit < 9 ? 15 - bit : 14 - bit] = dark;
  }
  grid[size - 8][8] = true;
  for (let bit = 0; version > 6 && bit < 18; bit += 1) {
    const dark = Boolean((VERSION_BITS[version] >> bit) & 1);
    const [far, near] = [size - 11 + (bit % 3), Math.floor(bit / 3)];
    grid[far][near] = grid[near][far] = dark;
  }
  return grid;
}

// Rows of dark and light; nothing where the text is too long.
export function qr(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const place = VERSIONS.findIndex(([, size, blocks]) => bytes.length + 2 <= size * blocks);
  if (place < 0) return null;
  const words = codewords(bytes, VERSIONS[place]);
  const grid = frame(place + 1, VERSIONS[place][3]);
  const size = grid.length;
  let bit = 0;
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5; // the column of the timing marks is left out
    for (let step = 0; step < size; step += 1) {
      const y = up ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (grid[y][x] !== null) continue;
        const dark = Boolean(((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
        grid[y][x] = dark !== ((x + y) % 2 === 0);
        bit += 1;
      }
    }
    up = !up;
  }
  return grid;
}

// The picture of a code, with its quiet zone.
export function picture(grid) {
  const path = grid.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x + 4} ${y + 4}h1v1h-1z`] : []))).join("");
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `0 0 ${grid.length + 8} ${grid.length + 8}`);
  svg.setAttribute("class", "qr");
  const shape = document.createElementNS("http://www.w3.org/2000/svg", "path");
  shape.setAttribute("d", path);
  svg.append(shape);
  return svg;
}
