/** `<grid-board>`: a board that one can see, hear, point at and walk on with the arrow keys. */

import { GAMES, codeOf, entries, owner, spoken, state } from './games.js';
import { piece } from './pieces.js';
import { stepTime } from './steps.js';

/**
 * @typedef {import('./games.js').Aim} Aim
 * @typedef {{kind: string, rows: number, columns: number, codes: Uint8Array, name: string,
 *   aim?: Map<number, Aim>, hints?: Set<number>, chosen?: number,
 *   entries?: Map<string, [number, number][] | null>, side?: number, last?: Set<number>}} View
 */

const STILL = matchMedia('(prefers-reduced-motion: reduce)');
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const SIDES = { N: 'top', E: 'right', S: 'bottom', W: 'left' };

/** Makes an element with a class and attributes. */
function make(name, className, attributes = {}) {
  const element = document.createElement(name);
  if (className) element.className = className;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/**
 * Shows a `View`. Events: `choose` (detail: a square) and `enter` (detail: an entry such as `N3`).
 */
export class GridBoard extends HTMLElement {
  /** @type {HTMLElement[]} */ #cells = [];
  /** @type {Map<string, HTMLButtonElement>} */ #entries = new Map();
  #drawn = [];
  #shape = '';
  #focus = 0;
  #run = 0;
  /** @type {View} */ #view;

  /** The square that the keyboard stands on. */
  get focused() {
    return this.#focus;
  }

  /**
   * Shows a position. What was still moving jumps to its end.
   * @param {View} view
   */
  show(view) {
    const shape = [view.kind, view.rows, view.columns, view.entries !== undefined].join(' ');
    this.#view = view;
    if (shape !== this.#shape) {
      this.#shape = shape;
      this.#build();
    }
    this.#cancel();
    this.#grid.setAttribute('aria-label', view.name);
    this.#paint(view.codes);
    this.#describe();
  }

  /** Moves the keyboard's focus to the board. */
  focus() {
    this.#cells[this.#focus]?.focus();
  }

  /**
   * Draws steps over the position that is shown already.
   * @param {import('./steps.js').Step[]} steps
   * @returns {Promise<void>} when the last step is drawn, or another position is shown
   */
  async animate(steps) {
    if (STILL.matches || steps.length === 0) return;
    const run = (this.#run += 1);
    const { kind, columns } = this.#view;
    for (const step of steps) {
      this.#paint(step.still);
      const time = stepTime(step.kind, steps.length);
      const size = this.#grid.clientWidth / columns;
      if (step.turns > 0) await this.#turn(kind, step, size, time * (1 + step.turns));
      else if (step.moving.length > 0) {
        await Promise.all(step.moving.map((change) => this.#fly(kind, change, size, time, step.kind)));
      } else await new Promise((done) => setTimeout(done, time));
      if (run !== this.#run) return;
      this.#paint(step.after);
      this.#film.replaceChildren();
    }
  }

  get #grid() {
    return this.querySelector('.grid');
  }

  get #film() {
    return this.querySelector('.film');
  }

  #cancel() {
    this.#run += 1;
    this.#film.replaceChildren();
  }

  /** Lets one piece move, or vanish. */
  #fly(kind, { from, to, code }, size, time, round) {
    const shown = round === 'explode' && kind === 'jump61' ? codeOf(owner(code), 1) : code;
    const svg = piece(kind, shown);
    if (!svg) return new Promise((done) => setTimeout(done, time));
    svg.style.width = svg.style.height = `${size}px`;
    const place = ([row, col], scale = 1) => ({
      transform: `translate(${col * size}px, ${row * size}px) scale(${scale})`,
      opacity: scale === 1 ? 1 : 0,
    });
    this.#film.append(svg);
    const frames = to ? [place(from), place(to)] : [place(from), place(from, 0.4)];
    const easing = round === 'explode' || round === 'swap' ? 'ease-out' : 'cubic-bezier(.5,.05,.85,.6)';
    return svg.animate(frames, { duration: time, easing, fill: 'both' }).finished.catch(() => {});
  }

  /** Lets pieces that are put down together turn into place. */
  #turn(kind, { moving, turns }, size, time) {
    const group = make('div', 'turning');
    const mean = (axis) => (moving.reduce((sum, { to }) => sum + to[axis], 0) / moving.length + 0.5) * size;
    group.style.transformOrigin = `${mean(1)}px ${mean(0)}px`;
    for (const { to, code } of moving) {
      const svg = piece(kind, code);
      svg.style.width = svg.style.height = `${size}px`;
      svg.style.transform = `translate(${to[1] * size}px, ${to[0] * size}px)`;
      group.append(svg);
    }
    this.#film.append(group);
    const frames = [{ transform: `rotate(${-90 * turns}deg)` }, { transform: 'none' }];
    return group.animate(frames, { duration: time, easing: 'ease-in-out', fill: 'both' }).finished.catch(() => {});
  }

  /** Draws pieces where they differ from those drawn. Labels stay: they tell the position. */
  #paint(codes) {
    const { kind } = this.#view;
    for (let square = 0; square < codes.length; square += 1) {
      if (this.#drawn[square] === codes[square]) continue;
      this.#drawn[square] = codes[square];
      const cell = this.#cells[square];
      cell.querySelector('.piece')?.remove();
      const svg = piece(kind, codes[square]);
      if (svg) cell.prepend(svg);
      if (kind === 'candy') {
        cell.dataset.state = Math.min(state(codes[square]), 3);
        cell.dataset.count = state(codes[square]) || '';
      }
    }
  }

  #build() {
    const { kind, rows, columns, entries: doors } = this.#view;
    const game = GAMES[kind];
    const frame = make('div', `frame ${kind}`);
    frame.style.setProperty('--rows', rows);
    frame.style.setProperty('--columns', columns);
    const grid = make('div', 'grid', { role: 'grid', 'aria-rowcount': rows, 'aria-colcount': columns });
    this.#cells = [];
    this.#drawn = [];
    this.#focus = Math.min(this.#focus, rows * columns - 1);
    for (let row = 0; row < rows; row += 1) {
      const line = make('div', 'row', { role: 'row', 'aria-rowindex': row + 1 });
      for (let col = 0; col < columns; col += 1) {
        const cell = make('div', 'cell', { role: 'gridcell', tabindex: -1, 'aria-colindex': col + 1 });
        this.#cells.push(cell);
        line.append(cell);
      }
      grid.append(line);
    }
    grid.append(make('div', 'film', { role: 'presentation', 'aria-hidden': 'true' }));
    frame.append(grid);
    this.#entries.clear();
    for (const [side, area] of Object.entries(SIDES)) {
      const across = area === 'top' || area === 'bottom';
      if (doors) frame.append(this.#doors(side, area, rows));
      else if (kind === 'connect4' || area === 'top' || area === 'left') {
        const label = across ? game.columnLabel : game.rowLabel;
        const names = kind === 'connect4' ? entries(side, rows)
          : Array.from({ length: across ? columns : rows }, (_, index) => label(index, rows));
        const edge = make('div', `edge ${area}`, { 'aria-hidden': 'true' });
        edge.append(...names.map((name) => Object.assign(make('span'), { textContent: name })));
        frame.append(edge);
      }
    }
    this.replaceChildren(frame);
    grid.addEventListener('click', (event) => this.#onPoint(event));
    grid.addEventListener('pointerover', (event) => this.#preview(this.#squareOf(event)));
    grid.addEventListener('pointerleave', () => this.#preview(-1));
    grid.addEventListener('focusin', (event) => this.#onFocus(event));
    grid.addEventListener('keydown', (event) => this.#onKey(event));
  }

  #doors(side, area, size) {
    const edge = make('div', `edge ${area}`, { role: 'group', 'aria-label': `Entries from the ${area}` });
    for (const name of entries(side, size)) {
      const button = make('button', 'door', { type: 'button', 'data-move': name, tabindex: -1 });
      button.append(Object.assign(make('span'), { textContent: name }));
      button.addEventListener('click', () => {
        if (button.getAttribute('aria-disabled') === 'false') this.#send('enter', name);
      });
      button.addEventListener('pointerenter', () => this.#previewEntry(name));
      button.addEventListener('focus', () => this.#previewEntry(name));
      button.addEventListener('pointerleave', () => this.#preview(-1));
      button.addEventListener('keydown', (event) => this.#onDoorKey(event, side, Number(name.slice(1))));
      this.#entries.set(name, button);
      edge.append(button);
    }
    return edge;
  }

  /** Writes labels, hints and states of all squares. */
  #describe() {
    const { kind, rows, columns, codes, aim, hints, chosen, entries: doors, side, last } = this.#view;
    const game = GAMES[kind];
    this.toggleAttribute('live', aim !== undefined && aim.size + (hints?.size ?? 0) > 0);
    this.#grid.dataset.side = side ?? '';
    for (const [square, cell] of this.#cells.entries()) {
      const row = Math.floor(square / columns);
      const col = square % columns;
      const place = `Row ${spoken(game.rowLabel(row, rows), row)}, column ${spoken(game.columnLabel(col), col)}`;
      const words = [`${place}: ${game.describe(codes[square])}`];
      if (square === chosen) words.push('chosen');
      const move = aim?.get(square);
      if (move) words.push(`plays ${move.text}`);
      else if (hints?.has(square) && kind === 'candy') words.push('can be swapped');
      cell.setAttribute('aria-label', words.join(', '));
      cell.tabIndex = square === this.#focus ? 0 : -1;
      cell.classList.toggle('hint', hints?.has(square) ?? false);
      cell.classList.toggle('last', last?.has(square) ?? false);
      cell.classList.toggle('chosen', square === chosen);
      if (kind === 'candy') cell.setAttribute('aria-selected', String(square === chosen));
    }
    for (const [name, button] of this.#entries) {
      const open = Boolean(doors?.get(name));
      button.setAttribute('aria-disabled', String(!open));
      button.setAttribute('aria-label', `${name}${open ? '' : ', blocked'}`);
    }
    this.#preview(-1);
  }

  #squareOf(event) {
    return this.#cells.indexOf(event.target.closest?.('.cell'));
  }

  #onPoint(event) {
    const square = this.#squareOf(event);
    if (square < 0) return;
    this.#walk(square);
    this.#send('choose', square);
  }

  #onFocus(event) {
    const square = this.#squareOf(event);
    if (square >= 0) this.#preview(square);
  }

  #onKey(event) {
    const { columns, rows } = this.#view;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [row, col] = [Math.floor(this.#focus / columns), this.#focus % columns];
    let to;
    if (event.key in ARROWS) {
      to = [row + ARROWS[event.key][0], col + ARROWS[event.key][1]];
    } else if (event.key === 'Home') to = [row, 0];
    else if (event.key === 'End') to = [row, columns - 1];
    else if (event.key === 'PageUp') to = [0, col];
    else if (event.key === 'PageDown') to = [rows - 1, col];
    else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      return this.#send('choose', this.#focus);
    } else return;
    event.preventDefault();
    if (to[0] < 0) return this.#entries.get(`N${col}`)?.focus();
    if (to[0] >= rows) return this.#entries.get(`S${col}`)?.focus();
    if (to[1] < 0) return this.#entries.get(`W${row}`)?.focus();
    if (to[1] >= columns) return this.#entries.get(`E${row}`)?.focus();
    this.#walk(to[0] * columns + to[1]);
  }

  /** Arrow keys on an entry: along the side, or back onto the board. */
  #onDoorKey(event, side, index) {
    if (!(event.key in ARROWS)) return;
    event.preventDefault();
    const [down, right] = ARROWS[event.key];
    const { rows, columns } = this.#view;
    const across = side === 'N' || side === 'S';
    const along = across ? right : down;
    const inward = { N: down, S: -down, W: right, E: -right }[side];
    if (along !== 0) this.#entries.get(side + (index + along))?.focus();
    else if (inward > 0) {
      const depth = { N: [0, index], S: [rows - 1, index], W: [index, 0], E: [index, columns - 1] }[side];
      this.#walk(depth[0] * columns + depth[1]);
    }
  }

  #walk(square) {
    this.#cells[this.#focus].tabIndex = -1;
    this.#focus = square;
    this.#cells[square].tabIndex = 0;
    this.#cells[square].focus();
  }

  /** Marks the squares that the move of a square would write. */
  #preview(square) {
    this.#mark(this.#view.aim?.get(square));
  }

  #previewEntry(name) {
    const cells = this.#view.entries?.get(name);
    this.#mark(cells && { cells });
  }

  #mark(move) {
    const { columns } = this.#view;
    const marked = new Set(move?.cells.map(([row, col]) => row * columns + col));
    for (const [square, cell] of this.#cells.entries()) cell.classList.toggle('ghost', marked.has(square));
  }

  #send(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
  }
}

customElements.define('grid-board', GridBoard);
