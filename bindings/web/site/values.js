/** The panel with the value of each move, live. */

import { Engine } from './engine.js';

const DEPTH = 60;
const NODES = 200_000_000;

/**
 * What a move is worth so far, in words: its value, the values it lies between, or, while it may
 * still win and lose, the engine's estimate.
 */
export function valueText({ value, low, high, score }) {
  if (value !== null && value !== undefined) return value;
  if (low.startsWith('loss') && high.startsWith('win')) return `about ${score > 0 ? '+' : ''}${score}`;
  return `${low} to ${high}`;
}

/** Wires the panel to a page that says which session is shown. */
export class Values {
  #engine = new Engine();
  #on = false;
  #session = null;

  /**
   * @param {HTMLElement} panel holds the elements `values-panel`, `values`, `values-go` and
   *   `values-state`
   * @param {(move: string) => void} play plays a move that is clicked
   */
  constructor(panel, play) {
    this.panel = panel.querySelector('#values-panel');
    this.button = panel.querySelector('#values-go');
    this.state = panel.querySelector('#values-state');
    this.table = panel.querySelector('#values');
    this.button.addEventListener('click', () => this.#toggle());
    this.table.addEventListener('click', ({ target }) => {
      const move = target.closest('button')?.dataset.move;
      if (move) play(move);
    });
  }

  /**
   * Shows another position; if the panel is on, its search begins. In games for one player moves
   * have no values.
   */
  show(session) {
    this.#session = session;
    const alone = session.game.players === 1;
    this.panel.hidden = alone;
    if (alone) this.#on = false;
    this.#restart('');
  }

  #toggle() {
    this.#on = !this.#on;
    this.#restart(this.#on ? '' : 'Stopped.');
  }

  #restart(state) {
    // The table goes away, and with it the move that was pressed.
    if (this.table.contains(document.activeElement)) this.button.focus();
    this.button.textContent = this.#on ? 'Stop' : 'Show values';
    this.button.setAttribute('aria-pressed', String(this.#on));
    this.state.textContent = state;
    this.#engine.stop();
    if (!this.#on) {
      if (state !== 'Stopped.') this.table.hidden = true;
      return;
    }
    this.table.hidden = true;
    if (this.#session.position.isOver) {
      this.state.textContent = 'The game is over.';
      return;
    }
    this.state.textContent = 'Searching…';
    this.#engine.start(this.#session, { job: 'rank', depth: DEPTH, nodes: NODES }, (message) => this.#tell(message));
  }

  #tell({ ranking, done, error }) {
    if (error) {
      this.state.textContent = error;
      return;
    }
    const depth = Math.max(0, ...ranking.map((move) => move.depth));
    const settled = ranking.every((move) => move.final);
    this.state.textContent = settled ? 'Exact values.' : `Depth ${depth}${done ? ': the search is over.' : ' …'}`;
    this.table.hidden = ranking.length === 0;
    const body = this.table.tBodies[0];
    // Whoever walks by keys stays on the move.
    const held = body.contains(document.activeElement) ? document.activeElement.dataset.move : undefined;
    body.replaceChildren(...ranking.map((move) => this.#row(move)));
    if (held) {
      const same = [...body.querySelectorAll('button')].find(({ dataset }) => dataset.move === held);
      (same ?? this.button).focus();
    }
  }

  #row(move) {
    const row = document.createElement('tr');
    const head = document.createElement('th');
    head.scope = 'row';
    const button = document.createElement('button');
    button.type = 'button';
    button.dataset.move = button.textContent = move.move;
    head.append(button);
    const value = document.createElement('td');
    value.textContent = valueText(move);
    value.className = /^(win|loss|draw)/.exec(move.value ?? '')?.[0] ?? '';
    const line = document.createElement('td');
    line.className = 'line';
    line.textContent = move.line.slice(0, 8).join(' ') + (move.line.length > 8 ? ' …' : '');
    row.append(head, value, line);
    return row;
  }
}
