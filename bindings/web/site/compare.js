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
  // Behind a prompt stands the first row if the moves came from a pipe.
  fitz: ({ columns }) => new RegExp(`^(?:Player [*#]\\] *)*([.*#]{${columns}})$`),
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
 * Judges an output: the boards of games, or their answers.
 * @param {string} args the game, as on the command line
 * @param {string | undefined} content the text of the file that `args` names
 * @param {string} moves a game a line
 * @param {string} output what the program printed
 * @returns {Judgment}
 * @throws {Error} when the engine refuses the game, or a move of the record
 */
export function judge(args, content, moves, output) {
  const lines = moves.replace(/\r?\n$/, '').split(/\r?\n/);
  const found = output.split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== '');
  if (found.length > 0 && found.every((line) => /^(X\d+|[.BWDRS12*#]) \S/.test(line))) {
    return judgeAnswers(args, content, lines, found);
  }
  const games = lines.filter((line) => line.trim() !== '');
  return judgeBoards(args, content, games.length > 0 ? games : [''], output);
}

/** Judges answers, one for each line of moves; an empty line is a game without moves. */
function judgeAnswers(args, content, lines, found) {
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

/** Judges the boards of games one after the other, with or without the boards at the start. */
function judgeBoards(args, content, games, output) {
  const sessions = games.map((moves, index) => {
    const session = new Session(args, content);
    const why = session.load(words(moves));
    if (why !== null) throw new Error(games.length > 1 ? `Game ${index + 1}: ${why}` : why);
    return session;
  });
  const { kind, position } = sessions[0];
  const pattern = ROWS[kind](position);
  const all = sessions.flatMap((session, game) => session.positions.map(({ text }, count) => {
    const of = games.length > 1 ? ` of game ${game + 1}` : '';
    const after = count === 0 ? 'at the start' : `after move ${count}, ${session.moves[count - 1]}`;
    return { board: boardsIn(text, pattern, position.rows)[0], count, place: `The board ${after}${of}` };
  }));
  const found = boardsIn(output, pattern, position.rows);
  if (found.length === 0) throw new Error('expected boards as the document shows them, or answers, found neither');
  // Some programs print the board at the start, some do not.
  const later = all.filter(({ count }) => count > 0);
  const first = (boards) => boards.length > 0 && same(found[0], boards[0].board);
  const without = !first(all) && (first(later) || found.length === later.length);
  const expected = without ? later : all;
  const at = found.findIndex((board, index) => index < expected.length && !same(board, expected[index].board));
  const difference = at < 0 ? null : { place: expected[at].place, expected: expected[at].board, found: found[at] };
  const wanted = expected.length;
  const note = found.length === wanted ? '' : `The record has ${wanted} boards, the output has ${found.length}.`;
  return { compared: Math.min(found.length, wanted), of: wanted, what: 'boards', difference, note };
}
