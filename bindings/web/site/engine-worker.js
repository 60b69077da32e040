/** The engine in a Worker: moves of a player, values of moves. It stops when the page ends it. */

import init, { Game, Player, Solver } from './gridlaw.js';

const ready = init();

/** Table of the solver in MiB. */
const TABLE = 32;

const JOBS = {
  /** Answers with the move of a player. */
  choose(position, { level, seed }) {
    postMessage({ move: new Player(level, seed).choose(position) });
  },
  /** Answers with the first swap of a plan in Candy. */
  plan(position, { depth, nodes }) {
    postMessage({ move: position.plan(depth, nodes)[0] });
  },
  /** Answers with a ranking of the moves after every depth. */
  rank(position, { depth, nodes }) {
    const count = position.actions().length;
    const last = new Solver(position, TABLE).rank(depth, count, nodes, (ranking) => postMessage({ ranking }));
    postMessage({ ranking: last, done: true });
  },
};

onmessage = async ({ data }) => {
  try {
    await ready;
    const position = new Game(data.args, data.content).record(data.moves.join(' '));
    JOBS[data.job](position, data);
  } catch (error) {
    postMessage({ error: error.message });
  }
};
