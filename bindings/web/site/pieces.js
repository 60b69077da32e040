/** The pieces of all games as SVG. Shapes and marks tell them apart, color only helps. */

import { color, owner, spots } from './games.js';

const STAR = '<path class="mark" d="M50 27v46M30 38.5l40 23M70 38.5l-40 23"/>';
const RING = '<circle class="mark" cx="50" cy="50" r="20"/>';
const CROSS = '<path class="mark" d="M34 34l32 32M66 34l-32 32"/>';
const HASH = '<path class="mark" d="M42 30v40M58 30v40M30 42h40M30 58h40"/>';

const block = (side, mark) =>
  `<rect class="${side}" x="5" y="5" width="90" height="90" rx="13"/>${mark}`;
const disc = (side, mark) => `<circle class="${side}" cx="50" cy="50" r="43"/>${mark}`;
const tile = (side, mark) =>
  `<rect class="${side}" x="2" y="2" width="96" height="96" rx="6"/>${mark}`;

const CANDY = [
  '<circle class="candy c0" cx="50" cy="50" r="36"/>',
  '<path class="candy c1" d="M50 10 90 50 50 90 10 50z"/>',
  '<path class="candy c2" d="M50 13 90 83H10z"/>',
  '<rect class="candy c3" x="17" y="17" width="66" height="66" rx="10"/>',
  '<path class="candy c4" d="M30 15h40l21 35-21 35H30L9 50z"/>',
  '<path class="candy c5" d="M50 8l12 28 31 3-24 20 8 31-27-17-27 17 8-31L7 39l31-3z"/>',
  '<path class="candy c6" d="M36 12h28v24h24v28H64v24H36V64H12V36h24z"/>',
  '<path class="candy c7" d="M50 8c18 24 31 38 31 53a31 31 0 0 1-62 0c0-15 13-29 31-53z"/>',
];

const PIPS = [
  [],
  [[50, 50]],
  [[32, 32], [68, 68]],
  [[30, 30], [50, 50], [70, 70]],
  [[32, 32], [68, 32], [32, 68], [68, 68]],
  [[30, 30], [70, 30], [50, 50], [30, 70], [70, 70]],
  [[32, 26], [68, 26], [32, 50], [68, 50], [32, 74], [68, 74]],
];

function die(code) {
  const [side, radius] = [['neutral', 8], ['a', 14], ['b', 40]][owner(code)];
  const count = spots(code);
  const pips = PIPS[count]?.map(([x, y]) => `<circle class="pip" cx="${x}" cy="${y}" r="8"/>`).join('')
    ?? `<text class="count" x="50" y="64">${count}</text>`;
  return `<rect class="${side}" x="7" y="7" width="86" height="86" rx="${radius}"/><g class="on-${side}">${pips}</g>`;
}

const DRAW = {
  breakdown: (code) => (code === 1 ? block('a', STAR) : block('b', RING)),
  connect4: (code) => [disc('a', CROSS), disc('b', RING), block('rock', HASH)][code - 1],
  jump61: die,
  candy: (code) => {
    const index = color(code);
    const number = index < CANDY.length ? '' : `<text class="count" x="50" y="62">${index}</text>`;
    return CANDY[index % CANDY.length] + number;
  },
  fitz: (code) => (code === 1 ? tile('a', STAR) : tile('b', HASH)),
};

const cache = new Map();

/**
 * Draws a piece.
 * @param {string} kind the game
 * @param {number} code what the square holds
 * @returns {SVGElement | null} null for an empty square
 */
export function piece(kind, code) {
  if (code === 0 || (kind === 'candy' && color(code) < 0)) return null;
  const key = `${kind} ${code}`;
  if (!cache.has(key)) {
    const holder = document.createElement('template');
    holder.innerHTML = `<svg class="piece ${kind}" viewBox="0 0 100 100" aria-hidden="true">${DRAW[kind](code)}</svg>`;
    cache.set(key, holder.content.firstChild);
  }
  return cache.get(key).cloneNode(true);
}
