/** The view of a session on the board. */

import { GAMES, aims, entries, hints, outcomeText, readArgs } from './games.js';

/**
 * @param {import('./session.js').Session} session
 * @param {{mode?: string, chosen?: number, quiet?: boolean}} how the mode and the chosen square;
 *   a quiet board shows no legal moves and takes none
 * @returns {import('./board.js').View}
 */
export function viewOf(session, how = {}) {
  const { kind, position, args } = session;
  const { rows, columns } = position;
  const legal = how.quiet ? [] : session.legal();
  const [, , stick] = readArgs(args).sizes;
  const aim = aims(kind, legal, { mode: how.mode, chosen: how.chosen, stick }, rows, columns);
  return {
    kind,
    rows,
    columns,
    codes: position.cells(),
    name: `${GAMES[kind].title}, ${rows} rows, ${columns} columns`,
    aim,
    hints: hints(kind, legal, aim, how.chosen, rows, columns),
    chosen: how.chosen,
    entries: kind === 'connect4' && !how.quiet ? doors(legal, rows) : undefined,
    side: position.isOver || how.quiet ? undefined : position.turn,
    last: lastSquares(session),
  };
}

/** Every entry with the squares that it writes, or null where it is blocked. */
function doors(legal, size) {
  const open = new Map(legal.map(({ text, cells }) => [text, cells]));
  return new Map(['N', 'E', 'S', 'W'].flatMap((side) => entries(side, size)).map((name) => [name, open.get(name) ?? null]));
}

/** The squares that the last move wrote, where one is shown at a glance. */
function lastSquares({ kind, at, moves, positions }) {
  if (at === 0 || kind === 'candy') return new Set();
  const { columns } = positions[at];
  // By the move's text: a forfeit is no legal action. It has no rounds.
  const first = positions[at - 1].rounds(moves[at - 1]).find(({ changes }) => changes.length > 0);
  const squares = (first?.changes ?? []).map(({ to }) => to).filter((to) => to !== null);
  return new Set(squares.map(([row, col]) => row * columns + col));
}

/** The side to move, or the outcome of the game. */
export function statusText(session) {
  const { kind, position } = session;
  if (position.isOver) return outcomeText(kind, position.outcome);
  if (kind === 'candy') return `Score ${position.score}. Move ${session.at + 1}.`;
  return `${GAMES[kind].sides[position.turn]} to move`;
}
