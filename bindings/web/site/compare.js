/** Holds the output of somebody's program against the engine. Knows no page. */

import { verdict } from './gridlaw.js';
import { words } from './link.js';
import { Session } from './session.js';

/**
 * @typedef {{place: string, expected: string[], found: string[]}} Difference
 * @typedef {{compared: number, of: number, what: 'boards' | 'answers',
 *   difference: Difference | null, note: string}} Judgment
 */

/** The form of a board's row in the documents, by game; the first group is its squares. */
const ROWS = {
  breakdown: ({ columns }) => new RegExp(`^\\S ([.*o]{${columns}})$`),
  connect4: ({ columns }) => new RegExp(`^W\\d([.XO#]{${columns}})\\dE$`),
  jump61: ({ columns }) => new RegExp(`^((?:\\d+[-rb] ?){${columns}})$`),
  candy: ({ columns }) => new RegExp(`^\\d+ ((?:[A-Z]+\\d+ ?){${columns}})$`),
  fitz: ({ columns }) => new RegExp(`^([.*#]{${columns}})$`),
};

/**
 * Finds the boards in an output. Other lines, prompts for example, are skipped.
 * @param {string} output
 * @param {RegExp} pattern what a row looks like
 * @param {number} rows
 * @returns {string[][]} the rows of each board; the last may be short
 */
export function boardsIn(output, pattern, rows) {
  const boards = [];
  let board = [];
  const end = () => {
    if (board.length > 0) boards.push(board);
    board = [];
  };
  for (const line of output.split(/\r?\n/)) {
    const row = pattern.exec(line.trim())?.[1].trim();
    if (row === undefined) end();
    else {
      board.push(row);
      if (board.length === rows) end();
    }
  }
  end();
  return boards;
}

const same = (a, b) => a.length === b.length && a.every((row, index) => row === b[index]);

/**
 * Judges an output: boards of one game, or answers of several.
 * @param {string} args the game, as on the command line
 * @param {string | undefined} content the text of the file that `args` names
 * @param {string} moves a game a line
 * @param {string} output what the program printed
 * @returns {Judgment}
 * @throws {Error} when the engine refuses the game, or a move of the record
 */
export function judge(args, content, moves, output) {
  const session = new Session(args, content);
  const found = output.split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== '');
  if (found.length > 0 && found.every((line) => /^(X\d+|[.BWDRS12*#]) \S/.test(line))) {
    return judgeAnswers(args, content, moves, found);
  }
  return judgeBoards(session, moves, output);
}

function judgeAnswers(args, content, moves, found) {
  const lines = moves.replace(/\n+$/, '').split('\n');
  const expected = verdict(args, content, lines.join('\n') + '\n').trimEnd().split('\n');
  const at = expected.findIndex((line, index) => line !== found[index]);
  const difference = at < 0 ? null : {
    place: `Game ${at + 1}: ${lines[at].trim() || 'no moves'}`,
    expected: expected[at].split('/'),
    found: (found[at] ?? 'no answer').split('/'),
  };
  const note = found.length > expected.length ? `${found.length - expected.length} answers more than games.` : '';
  return { compared: Math.min(found.length, expected.length), of: expected.length, what: 'answers', difference, note };
}

function judgeBoards(session, moves, output) {
  const why = session.load(words(moves));
  if (why !== null) throw new Error(why);
  const { rows } = session.position;
  const pattern = ROWS[session.kind](session.position);
  const expected = session.positions.map(({ text }) => boardsIn(text, pattern, rows)[0]);
  const found = boardsIn(output, pattern, rows);
  if (found.length === 0) throw new Error('expected boards as the document shows them, or answers, found neither');
  // Some programs print the empty board first, some do not.
  const first = found.length === expected.length - 1 && !same(found[0], expected[0]) ? 1 : 0;
  const at = found.findIndex((board, index) => index + first < expected.length && !same(board, expected[index + first]));
  const difference = at < 0 ? null : {
    place: place(session, at + first),
    expected: expected[at + first],
    found: found[at],
  };
  const wanted = expected.length - first;
  const note = found.length === wanted ? '' : `The record has ${wanted} boards, the output has ${found.length}.`;
  return { compared: Math.min(found.length, wanted), of: wanted, what: 'boards', difference, note };
}

function place(session, count) {
  return count === 0 ? 'The board at the start' : `The board after move ${count}, ${session.moves[count - 1]}`;
}
