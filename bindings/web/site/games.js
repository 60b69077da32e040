/** The five games on the page: names, sizes, squares, and how one points at a move. */

/**
 * @typedef {{n: number, text: string, cells: [number, number][]}} Move
 * @typedef {{text: string, cells: [number, number][]}} Aim a move and the squares that it writes
 * @typedef {{flag: string, label: string, min: number, max: number, value: number}} Field
 */

const LABELS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const letter = (index) => LABELS[index] ?? '?';

/** The label of a row or column as it is spoken. Those without a letter have their number. */
export const spoken = (label, index) => (label === '?' ? index : label);

const column = (index) => (index < LABELS.length ? LABELS[index] : `(${index})`);

/** The codes of a square in Jump61 hold the owner and, above it, the spots. */
export const spots = (code) => code >> 2;
export const owner = (code) => code & 3;
export const codeOf = (side, count) => (count << 2) | side;

/** The codes of a square in Candy hold the color, from 1, and above it the state, up to 7. */
export const color = (code) => (code & 31) - 1;
export const state = (code) => code >> 5;

/** The state in words. The code of a higher state is that of 7. */
const layers = (code) => (state(code) < 7 ? String(state(code)) : '7 or more');

const CANDIES = ['circle', 'diamond', 'triangle', 'square', 'hexagon', 'star', 'cross', 'drop'];

/** The name of a candy's color: a shape, and a number from the ninth color on. */
export const candyName = (index) =>
  CANDIES[index % CANDIES.length] + (index < CANDIES.length ? '' : ` ${index}`);

export const GAMES = {
  // Names such as `constructor` are no games.
  __proto__: null,
  breakdown: {
    title: 'Breakdown',
    sentence: 'Drop sticks, call breakdown, make a square of your color.',
    sides: ['Black', 'White'],
    fields: [
      { flag: '-w', label: 'Width', min: 1, max: 4096, value: 8 },
      { flag: '-h', label: 'Height', min: 1, max: 4096, value: 8 },
      { flag: '-k', label: 'Stick', min: 1, max: 4096, value: 3 },
      { flag: '-q', label: 'Square', min: 1, max: 4096, value: 3 },
    ],
    modes: [
      { id: '|', label: 'Upright', key: 'v' },
      { id: '-', label: 'Lying', key: 'h' },
    ],
    buttons: [{ move: '!', label: 'Breakdown', key: 'b' }],
    hint: '`|3` drops a stick upright down column 3, `-3` lying from column 3, `!` calls breakdown.',
    rowLabel: letter,
    columnLabel: letter,
    describe: (code) => ['empty', 'black', 'white'][code],
  },
  connect4: {
    title: 'Connect4',
    sentence: 'Push tokens in from all four sides; four in a row win.',
    sides: ['X', 'O'],
    fields: [{ flag: '--size', label: 'Size', min: 4, max: 10, value: 7 }],
    modes: [],
    buttons: [],
    hint: '`N3` enters from the top of column 3; `E`, `S` and `W` enter from the other sides.',
    rowLabel: String,
    columnLabel: String,
    describe: (code) => ['empty', 'X', 'O', 'fixed piece'][code],
  },
  jump61: {
    title: 'Jump61',
    sentence: 'Add spots until squares jump and take their neighbors.',
    sides: ['Red', 'Blue'],
    fields: [{ flag: '--size', label: 'Size', min: 2, max: 10, value: 6 }],
    modes: [],
    buttons: [],
    hint: '`2,3` adds a spot in row 2, column 3, counted from 1.',
    rowLabel: (row) => String(row + 1),
    columnLabel: (col) => String(col + 1),
    describe: (code) =>
      `${['neutral', 'red', 'blue'][owner(code)]}, ${spots(code)} ${spots(code) === 1 ? 'spot' : 'spots'}`,
  },
  candy: {
    title: 'Candy',
    sentence: 'Swap two candies; threes and fours explode until every square is clean.',
    sides: ['Player'],
    fields: [],
    file: { name: 'candy.json', label: 'Game file (JSON)' },
    modes: [],
    buttons: [],
    hint: '`0,1,R` swaps row 0, column 1 with the candy on its right; `U` with the one above. Row 0 is the bottom.',
    rowLabel: (row, rows) => String(rows - 1 - row),
    columnLabel: String,
    describe: (code) =>
      candyName(color(code)) + (state(code) > 0 ? `, ${layers(code)} to clean` : ', clean'),
  },
  fitz: {
    title: 'Fitz',
    sentence: 'Turn the next tile and lay it down; who cannot loses.',
    sides: ['Player *', 'Player #'],
    fields: [
      { flag: '--rows', label: 'Rows', min: 1, max: 999, value: 6 },
      { flag: '--cols', label: 'Columns', min: 1, max: 999, value: 6 },
    ],
    file: { name: 'fitz.tiles', label: 'Tile file' },
    modes: [0, 90, 180, 270].map((angle) => ({ id: String(angle), label: `${angle}°`, key: 'r' })),
    buttons: [],
    hint: '`2,3,90` lays the middle of the tile on row 2, column 3, turned by 90° clockwise.',
    rowLabel: String,
    columnLabel: String,
    describe: (code) => ['empty', '*', '#'][code],
  },
};

/**
 * Writes a game as on the command line.
 * @param {string} kind
 * @param {number[]} sizes a number a field
 * @param {string=} file the name of the game's file
 */
export function argsOf(kind, sizes, file) {
  const { fields } = GAMES[kind];
  const numbers = fields.map(({ flag }, index) => `${flag} ${sizes[index]}`);
  return [kind, ...(GAMES[kind].file ? [file] : []), ...numbers].join(' ');
}

/**
 * Reads the sizes and the file's name from a game on the command line. Sizes are found where they
 * are words of their own, as in a session's `args`.
 * @param {string} args
 * @returns {{kind: string, sizes: number[], file: string | undefined}}
 * @throws {Error} when no file is named and the game needs one
 */
export function readArgs(args) {
  const [kind, ...rest] = args.split(/\s+/);
  const game = GAMES[kind];
  if (!game) return { kind, sizes: [], file: undefined };
  const sizes = game.fields.map(({ flag, value }) => {
    const at = rest.indexOf(flag);
    return at < 0 ? value : Number(rest[at + 1]);
  });
  // The word behind a flag is its number, unless that is joined to it.
  const isNumber = (at) => /^-[^=]*$/.test(rest[at - 1] ?? '');
  const file = game.file && rest.find((word, at) => !word.startsWith('-') && !isNumber(at));
  if (game.file && !file) throw new Error(`expected a game file for ${kind}, such as ${game.file.name}`);
  return { kind, sizes, file };
}

/**
 * Says what pointing at each square plays.
 * @param {string} kind
 * @param {Move[]} legal
 * @param {{mode?: string, stick?: number, chosen?: number}} how the mode, the length
 *   of Breakdown's sticks, and the square chosen first in Candy
 * @param {number} rows
 * @param {number} columns
 * @returns {Map<number, Aim>} by square: row × columns + column
 */
export function aims(kind, legal, how, rows, columns) {
  const aim = new Map();
  const put = (square, move) => {
    if (!aim.has(square)) aim.set(square, move);
  };
  if (kind === 'breakdown') {
    const moves = new Map(legal.map((move) => [move.text, move]));
    for (let col = 0; col < columns; col += 1) {
      // A lying stick that would stick out on the right lies as far right as it can.
      const from = how.mode === '-' ? Math.min(col, columns - how.stick) : col;
      const move = moves.get(how.mode + column(from));
      for (let row = 0; move && row < rows; row += 1) put(row * columns + col, move);
    }
  } else if (kind === 'candy') {
    for (const move of legal) {
      const [a, b] = swapped(move.text, rows, columns);
      if (how.chosen === a) put(b, move);
      if (how.chosen === b) put(a, move);
    }
  } else if (kind === 'fitz') {
    for (const move of legal) {
      if (!move.text.endsWith(`,${how.mode}`) || move.cells.length === 0) continue;
      const [row, col] = middle(move.cells);
      put(row * columns + col, move);
    }
  } else {
    for (const move of legal) for (const [row, col] of move.cells.slice(0, 1)) put(row * columns + col, move);
  }
  return aim;
}

/** The two squares that a swap of Candy exchanges. */
export function swapped(text, rows, columns) {
  const [row, col, direction] = text.split(',');
  const square = (rows - 1 - Number(row)) * columns + Number(col);
  return [square, square + { U: -columns, D: columns, L: -1, R: 1 }[direction]];
}

/** The square of a tile that is nearest to its center: the one that the pointer holds. */
function middle(cells) {
  const mean = (axis) => cells.reduce((sum, cell) => sum + cell[axis], 0) / cells.length;
  const [row, col] = [mean(0), mean(1)];
  const far = (cell) => (cell[0] - row) ** 2 + (cell[1] - col) ** 2;
  return cells.reduce((best, cell) => (far(cell) < far(best) ? cell : best));
}

/**
 * The entries of Connect4 along one side.
 * @param {'N' | 'E' | 'S' | 'W'} side
 * @param {number} size
 */
export const entries = (side, size) => Array.from({ length: size }, (_, index) => side + index);

/**
 * The squares that show where moves are legal.
 * @param {string} kind
 * @param {Move[]} legal
 * @param {Map<number, Aim>} aim
 * @param {number | undefined} chosen the square chosen first in Candy
 * @param {number} rows
 * @param {number} columns
 * @returns {Set<number>}
 */
export function hints(kind, legal, aim, chosen, rows, columns) {
  if (kind === 'breakdown') {
    return new Set([...aim.values()].flatMap(({ cells }) => cells.map(([row, col]) => row * columns + col)));
  }
  if (kind === 'candy' && chosen === undefined) {
    return new Set(legal.flatMap(({ text }) => swapped(text, rows, columns)));
  }
  return new Set(aim.keys());
}

/** The outcome in words: 0 in progress, 1 or 2 the side that has won, 3 a draw, in Candy stuck. */
export function outcomeText(kind, outcome) {
  const { sides } = GAMES[kind];
  const words = kind === 'candy'
    ? ['', 'You have won: every square is clean.', '', 'Stuck: no swap makes anything explode.']
    : ['', `${sides[0]} wins.`, `${sides[1]} wins.`, 'A draw.'];
  return words[outcome];
}
