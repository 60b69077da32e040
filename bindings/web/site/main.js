/** The page to play on: it wires the game, the board and the panels together. */

import './board.js';
import { Chooser } from './chooser.js';
import { readFile } from './files.js';
import { GAMES, codeOf, readArgs } from './games.js';
import { formatLink, parseLink, words } from './link.js';
import { loadModule } from './module.js';
import { Players } from './players.js';
import { RecordPanel } from './record.js';
import { Session } from './session.js';
import { makeSteps } from './steps.js';
import { tileAt } from './tiles.js';
import { Values } from './values.js';
import { statusText, viewOf } from './view.js';
import { piece } from './pieces.js';

const by = (id) => document.getElementById(id);
const board = by('board');

/** The page's state: a game, how the next move is pointed at, and what the board is doing. */
class Page {
  /** @type {Session} */ session;
  mode = '';
  chosen = undefined;
  #link = '';
  /** How many games were asked for. */
  #asked = 0;

  constructor() {
    this.chooser = new Chooser(by('chooser'), (args, content) => {
      this.open(args, [], content).catch((error) => this.fault(error.message));
    });
    const mark = (thinks) => by('status').setAttribute('aria-busy', String(thinks));
    this.players = new Players(by('players'), by('go'), (move) => this.play(move), (text) => this.fault(text), mark);
    // The button that was pressed goes away.
    by('go').addEventListener('click', () => by('go').hidden && board.focus());
    this.values = new Values(document.body, (move) => this.play(move));
    this.record = new RecordPanel(document.body, {
      load: (moves) => this.load(moves),
      say: (text) => this.say(text),
    });
    board.addEventListener('choose', ({ detail }) => this.point(detail));
    board.addEventListener('enter', ({ detail }) => this.playByHand(detail));
    board.addEventListener('keydown', (event) => this.#onKey(event));
    by('skip').addEventListener('click', (event) => {
      event.preventDefault();
      board.focus();
    });
    by('typed').addEventListener('submit', (event) => {
      event.preventDefault();
      this.type(by('move').value);
    });
    by('undo').addEventListener('click', () => this.goTo(this.session.at - 1));
    by('redo').addEventListener('click', () => this.redo());
    by('first').addEventListener('click', () => this.goTo(0));
    by('final').addEventListener('click', () => this.goTo(Infinity));
    addEventListener('hashchange', () => location.hash !== this.#link && this.follow());
  }

  /** Opens the game and moves of the page's address. */
  async follow() {
    try {
      const { args, moves } = parseLink(location.hash);
      const { file } = readArgs(args);
      await this.open(args, moves, file && readFile(file));
    } catch (error) {
      if (!this.session) await this.open(parseLink('').args, []);
      this.#refuse(error.message);
    }
  }

  /** Tells why a game is not opened. The address stays that of the game that is. */
  #refuse(why) {
    this.fault(why);
    history.replaceState(null, '', this.#link);
  }

  /**
   * Opens a game, after some moves. The game before stays if the file cannot be read, or the engine
   * refuses this one, or another was asked for while the file came; else the way back leads to it.
   */
  async open(args, moves, file) {
    this.#asked += 1;
    const asked = this.#asked;
    let content;
    let session;
    try {
      content = await file;
      if (asked !== this.#asked) return;
      session = new Session(args, content);
    } catch (error) {
      if (asked !== this.#asked) return;
      if (!this.session) throw error;
      this.#refuse(`${args}: ${error.message}`);
      return;
    }
    // A link that was followed has an entry of its own in the history already.
    const followed = !this.session || location.hash !== this.#link;
    if (!followed && formatLink(session.args, moves) !== this.#link) history.pushState(null, '', this.#link);
    this.session = session;
    awaken();
    this.mode = GAMES[session.kind].modes[0]?.id ?? '';
    this.players.open(session.kind);
    this.chooser.open(session.args, content);
    this.fault('');
    this.load(moves);
  }

  /**
   * Plays a record from the start.
   * @returns {string | null} why it stops before its end, or null
   */
  load(moves) {
    const why = this.session.load(moves);
    this.players.wait(moves.length > 0);
    this.show();
    this.fault(why ?? '');
    this.say(statusText(this.session));
    return why;
  }

  /** Plays one move, and lets the board show every step of it. */
  play(text) {
    const before = this.session.position;
    let rounds;
    try {
      rounds = before.rounds(text);
      this.session.play(text);
    } catch (error) {
      this.fault(error.message);
      return;
    }
    this.fault('');
    this.players.wait(false);
    this.#after(before, text, rounds);
  }

  /** Plays a move that was pointed at or has a key, unless its side plays by itself. */
  playByHand(text) {
    if (this.players.isPerson(this.session)) this.play(text);
  }

  /** Plays the next move of the record again. */
  redo() {
    const { session } = this;
    if (session.at === session.moves.length) return;
    const [before, text] = [session.position, session.moves[session.at]];
    const rounds = before.rounds(text);
    session.goTo(session.at + 1);
    this.players.wait(true);
    this.#after(before, text, rounds);
  }

  /** Shows the position after `count` moves of the record. */
  goTo(count) {
    this.session.goTo(count);
    this.players.wait(true);
    this.fault('');
    this.show();
    this.say(`After ${this.session.at} moves. ${statusText(this.session)}`);
  }

  /** Plays what was typed: a move, or several. A refused one stays to be mended, with the rest. */
  type(text) {
    const moves = words(text);
    if (moves.length === 0) return;
    let left = moves.length;
    for (const move of moves) {
      const at = this.session.at;
      this.play(move);
      if (this.session.at === at) break;
      left -= 1;
    }
    by('move').value = moves.slice(moves.length - left).join(' ');
  }

  /** Plays the move of a square, or chooses the square in Candy. */
  point(square) {
    if (!this.players.isPerson(this.session)) return;
    const { kind } = this.session;
    const view = viewOf(this.session, this);
    const move = view.aim.get(square);
    if (move) {
      this.play(move.text);
    } else if (this.session.position.isOver) {
      return;
    } else if (kind === 'candy') {
      this.chosen = this.chosen === square ? undefined : square;
      board.show(viewOf(this.session, this));
    } else {
      this.fault('No legal move here.');
    }
  }

  /** Tells what is wrong, or that nothing is. */
  fault(text) {
    by('fault').textContent = text;
    by('fault').hidden = text === '';
  }

  /** Lets screen readers say it. */
  say(text) {
    by('said').textContent = text;
  }

  #after(before, text, rounds) {
    const { session } = this;
    const side = session.kind === 'candy' ? '' : `${GAMES[session.kind].sides[before.turn]} `;
    this.show(makeSteps(before.cells(), before.columns, rounds));
    this.say(`${side}${text}. ${statusText(session)}`);
  }

  /** Shows the session; if there are steps, they are drawn first, over the final position. */
  show(steps = []) {
    const { session } = this;
    this.chosen = undefined;
    const game = GAMES[session.kind];
    board.show(viewOf(session, this));
    const shown = board.animate(steps);
    this.#link = formatLink(session.args, session.played);
    history.replaceState(null, '', this.#link);
    by('title').textContent = game.title;
    document.title = `${game.title} · gridlaw`;
    by('status').replaceChildren(...badge(session), statusText(session));
    by('answer').textContent = session.position.answer;
    by('where').textContent = `${session.at} / ${session.moves.length}`;
    this.#enableSteps();
    this.#showHint(game);
    this.#showModes(game);
    this.record.show(session);
    this.values.show(session);
    this.players.show(session, shown);
  }

  /** Enables the steps that there are. The focus leaves a button that is disabled. */
  #enableSteps() {
    const { at, moves } = this.session;
    const held = document.activeElement;
    by('undo').disabled = by('first').disabled = at === 0;
    by('redo').disabled = by('final').disabled = at === moves.length;
    const steps = [by('undo'), by('redo')];
    if (held?.parentElement === by('undo').parentElement && held.disabled) {
      (steps.find(({ disabled }) => !disabled) ?? board).focus();
    }
  }

  /** Writes the hint; what stands between grave accents is code. */
  #showHint(game) {
    by('hint').replaceChildren(...game.hint.split('`').map((text, index) => {
      if (index % 2 === 0) return text;
      return Object.assign(document.createElement('code'), { textContent: text });
    }));
  }

  #showModes(game) {
    const { session } = this;
    const legal = new Set(session.position.moves());
    const modes = game.modes.map(({ id, label, key }) => {
      const button = this.#button(label, key, () => this.setMode(id), this.#nextMode(key).id === id);
      button.setAttribute('aria-pressed', String(id === this.mode));
      return button;
    });
    const moves = game.buttons.map(({ move, label, key }) => {
      const button = this.#button(label, key, () => this.playByHand(move));
      button.disabled = !legal.has(move);
      return button;
    });
    const held = [...by('modes').children].indexOf(document.activeElement);
    by('modes').replaceChildren(...modes, ...moves);
    by('modes').hidden = modes.length + moves.length === 0;
    if (held >= 0) {
      const button = by('modes').children[held];
      (button && !button.disabled ? button : board).focus();
    }
    by('tile').hidden = session.kind !== 'fitz' || session.position.isOver;
    if (!by('tile').hidden) this.#showTile();
  }

  /** A button with its key, which is shown if it leads here. */
  #button(label, key, onClick, shown = true) {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(label);
    if (shown) button.append(Object.assign(document.createElement('kbd'), { textContent: key.toUpperCase() }));
    button.setAttribute('aria-keyshortcuts', key);
    button.addEventListener('click', onClick);
    return button;
  }

  #showTile() {
    const { session } = this;
    const tile = tileAt(session.content, session.position.setup, Number(this.mode));
    const box = by('tile');
    box.setAttribute('role', 'img');
    box.setAttribute('aria-label', `Next tile, turned by ${this.mode} degrees: ${tile.join(', ')}`);
    box.replaceChildren(...tile.join('').split('').map((mark) => {
      const cell = document.createElement('span');
      if (mark === '!') cell.append(piece('fitz', session.position.turn + 1));
      return cell;
    }));
  }

  /** Chooses the orientation of the next stick, or the angle of the next tile. */
  setMode(id) {
    this.mode = id;
    board.show(viewOf(this.session, this));
    this.#showModes(GAMES[this.session.kind]);
  }

  /** The mode that a key leads to: the next of those that it stands for. */
  #nextMode(key) {
    const fitting = GAMES[this.session.kind].modes.filter((mode) => mode.key === key);
    return fitting[(fitting.findIndex(({ id }) => id === this.mode) + 1) % fitting.length];
  }

  /** Keys on the board besides those that walk: modes, and moves that are no square. */
  #onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { buttons } = GAMES[this.session.kind];
    const key = event.key.toLowerCase();
    const next = this.#nextMode(key);
    const button = buttons.find((entry) => entry.key === key);
    if (next) this.setMode(next.id);
    else if (button) this.playByHand(button.move);
    else if (key === 'escape' && this.chosen !== undefined) {
      this.chosen = undefined;
      board.show(viewOf(this.session, this));
    }
  }
}

/** Lets the controls work: before there is a game, or a fault to read, they would do harm. */
function awaken() {
  document.querySelector('main').inert = false;
}

/** The piece of the side to move; none in a game for one, nor when it is over. */
function badge({ kind, position }) {
  if (position.isOver || kind === 'candy') return [];
  const side = position.turn + 1;
  return [piece(kind, kind === 'jump61' ? codeOf(side, 1) : side)];
}

await loadModule(by('fault')).catch((error) => {
  awaken();
  throw error;
});
const page = new Page();
await page.follow();
if ('serviceWorker' in navigator) navigator.serviceWorker.register('sw.js').catch(() => {});
performance.mark('ready');
document.documentElement.dataset.ready = '';
