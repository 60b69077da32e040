/** The plan of an animation: what the rules report of a move, as pictures one after the other. */

/**
 * @typedef {[number, number]} Square row and column, from 0 at the top left; may lie off the board
 * @typedef {{from: Square | null, to: Square | null, code: number}} Change
 * @typedef {{kind: string, changes: Change[]}} Round
 * @typedef {{kind: string, still: Uint8Array, moving: Change[], turns: number,
 *   after: Uint8Array}} Step
 */

/** The most steps that are shown. A longer cascade shows its first ones and then its end. */
export const MOST_STEPS = 200;

/**
 * Makes the steps that lead from a board to the board after a move.
 *
 * `still` is the board without the pieces that move in this step, but with those that appear;
 * `moving` are the pieces that move or vanish; `turns` are the quarter turns that they made before
 * they lie as they do; `after` is the board once they have arrived. The last `after` is the final
 * board.
 * @param {Uint8Array} cells the board before the move
 * @param {number} columns
 * @param {Round[]} rounds
 * @returns {Step[]}
 */
export function makeSteps(cells, columns, rounds) {
  const index = ([row, col]) => row * columns + col;
  const steps = [];
  let board = cells;
  let turns = 0;
  for (const { kind, changes } of rounds) {
    if (kind === 'turn') {
      turns += 1;
      continue;
    }
    const still = board.slice();
    for (const { from, to, code } of changes) if (from) still[index(from)] = to ? 0 : code;
    const after = still.slice();
    for (const { to, code } of changes) if (to) after[index(to)] = code;
    const placed = entering(kind, changes);
    const appearing = placed.filter(({ from, to }) => !from && to);
    if (turns === 0) for (const { to, code } of appearing) still[index(to)] = code;
    // A piece that vanishes is shown as it was.
    const moved = placed.filter(({ from }) => from)
      .map((change) => (change.to ? change : { ...change, code: board[index(change.from)] }));
    const moving = turns === 0 ? moved : appearing;
    steps.push({ kind, still, moving, turns, after });
    turns = 0;
    board = after;
  }
  return steps.length > MOST_STEPS
    ? [...steps.slice(0, MOST_STEPS - 1), steps[steps.length - 1]]
    : steps;
}

/** Lets pieces that come in from above begin above the board, as far as they fall together. */
function entering(kind, changes) {
  if (kind !== 'drop' && kind !== 'settle') return changes;
  const depth = (of) => 1 + Math.max(...of.map(({ to }) => to[0]));
  const fresh = changes.filter(({ from }) => from === null);
  return changes.map((change) => {
    if (change.from !== null) return change;
    const [row, col] = change.to;
    const together = kind === 'drop' ? fresh : fresh.filter(({ to }) => to[1] === col);
    return { ...change, from: [row - depth(together), col] };
  });
}

/** The duration of a step. Cascades of many steps go faster.
 * @param {string} kind the step's kind
 * @param {number} count steps of the whole animation
 * @returns {number} milliseconds
 */
export function stepTime(kind, count) {
  const usual = kind === 'explode' ? 210 : 280;
  return Math.max(40, Math.min(usual, 5000 / count));
}
