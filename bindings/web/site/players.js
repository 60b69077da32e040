/** The players of the sides: a person, a random player, or the engine at one of ten levels. */

import { Engine } from './engine.js';
import { GAMES } from './games.js';

const LEVELS = 10;

/** The number of swaps that Candy's engine plans, and of positions that it searches for them. */
const SWAPS = 4;
const POSITIONS = 20_000;

/** Milliseconds that a move by chance waits, so that one can follow. */
const PAUSE = 150;

/** The choice of players, and whoever plays by itself. */
export class Players {
  #engine = new Engine();
  #waiting = false;
  #selects = [];
  #session = null;
  #turn = 0;
  #seed = Math.floor(Math.random() * 2 ** 31);

  /**
   * @param {HTMLElement} box for the two choices
   * @param {HTMLButtonElement} go the button that goes on after a step back
   * @param {(move: string) => void} play
   * @param {(text: string) => void} fault tells that the engine cannot move
   * @param {(thinks: boolean) => void} mark shows whether the engine thinks
   */
  constructor(box, go, play, fault, mark) {
    this.box = box;
    this.go = go;
    this.play = play;
    this.fault = fault;
    this.mark = mark;
    go.addEventListener('click', () => {
      this.#waiting = false;
      this.show(this.#session, Promise.resolve());
    });
  }

  /** Offers the sides of another game. Players stay as they are. */
  open(kind) {
    const before = this.#selects.map((select) => select.value);
    const { sides } = GAMES[kind];
    this.#selects = sides.map((side, index) => this.#select(side, index, sides.length === 1, before[index]));
  }

  #select(side, index, alone, before) {
    const label = document.createElement('label');
    const select = document.createElement('select');
    select.id = `player-${index}`;
    const options = [['person', 'Person'], ['chance', 'Chance']];
    for (let level = 1; level <= (alone ? SWAPS : LEVELS); level += 1) {
      options.push([String(level), alone ? `Engine, plans ${level} ${level === 1 ? 'swap' : 'swaps'}` : `Engine, level ${level}`]);
    }
    select.append(...options.map(([value, text]) => new Option(text, value)));
    if (options.some(([value]) => value === before)) select.value = before;
    select.addEventListener('change', () => {
      this.#waiting = false;
      this.show(this.#session, Promise.resolve());
    });
    label.append(side, select);
    if (index === 0) this.box.replaceChildren(label);
    else this.box.append(label);
    return select;
  }

  /** Whether a person plays the side to move. */
  isPerson({ position }) {
    return (this.#selects[position.turn] ?? this.#selects[0]).value === 'person';
  }

  /** Whether players wait for the button: so they do after a step through the record. */
  wait(waiting) {
    this.#waiting = waiting;
  }

  /**
   * Shows another position. If its side plays by itself, it moves once the board stands still.
   * @param {import('./session.js').Session} session
   * @param {Promise<void>} shown
   */
  async show(session, shown) {
    this.#engine.stop();
    this.mark(false);
    this.#session = session;
    const turn = (this.#turn += 1);
    const own = !session.position.isOver && !this.isPerson(session);
    this.go.hidden = !(own && this.#waiting);
    if (!own || this.#waiting) return;
    await shown;
    const who = (this.#selects[session.position.turn] ?? this.#selects[0]).value;
    if (who === 'chance') await new Promise((done) => setTimeout(done, PAUSE));
    if (turn !== this.#turn) return;
    if (who === 'chance') {
      const moves = session.position.moves();
      this.play(moves[Math.floor(Math.random() * moves.length)]);
      return;
    }
    const job = session.kind === 'candy'
      ? { job: 'plan', depth: Number(who), nodes: POSITIONS }
      : { job: 'choose', level: Number(who), seed: (this.#seed += 1) };
    this.mark(true);
    this.#engine.start(session, job, ({ move, error }) => {
      if (turn !== this.#turn) return;
      this.mark(false);
      if (move) this.play(move);
      else if (error) this.fault(error);
    });
  }
}
