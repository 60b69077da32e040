/** The panel that chooses a game and its size. */

import { keepFile, ownName, readFile } from './files.js';
import { GAMES, argsOf, readArgs } from './games.js';

/** Wires the form. */
export class Chooser {
  #kind = 'breakdown';
  #file = undefined;

  /**
   * @param {HTMLFormElement} form
   * @param {(args: string, content?: string | Promise<string>) => void} open
   */
  constructor(form, open) {
    this.form = form;
    this.part = (id) => document.getElementById(id);
    this.part('kinds').append(...Object.entries(GAMES).map(([kind, { title }]) => {
      const button = Object.assign(document.createElement('button'), { type: 'button', textContent: title });
      button.dataset.kind = kind;
      button.addEventListener('click', () => {
        const { fields, file } = GAMES[kind];
        open(argsOf(kind, fields.map(({ value }) => value), file?.name), file && readFile(file.name));
      });
      return button;
    }));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const sizes = [...this.part('sizes').querySelectorAll('input')].map(({ value }) => Number(value));
      const text = this.#file && this.#content();
      open(argsOf(this.#kind, sizes, this.#file), text);
    });
    this.part('content-file').addEventListener('change', async ({ target }) => {
      const [file] = target.files;
      if (!file) return;
      this.part('content-text').value = await file.text();
      this.#file = file.name.replace(/[^\w.-]/g, '_');
      this.#opened = null;
      this.#title();
      target.value = '';
    });
  }

  /** The text of the game that is open, as the form has it; null once another file is loaded. */
  #opened = null;

  /** The text of the file. One that was loaded or edited here gets a name of its own. */
  #content() {
    const text = this.part('content-text').value;
    if (text !== this.#opened) this.#file = ownName(this.#file, text);
    return text;
  }

  #title() {
    this.part('content-title').textContent = this.#file ? `Game file: ${this.#file}` : '';
  }

  /** Shows the game that is open, and keeps its file if it is the visitor's own. */
  open(args, content) {
    const { kind, sizes, file } = readArgs(args);
    const game = GAMES[kind];
    this.#kind = kind;
    this.#file = file;
    for (const button of this.part('kinds').children) {
      button.setAttribute('aria-pressed', String(button.dataset.kind === kind));
    }
    this.part('sentence').textContent = game.sentence;
    const held = [...this.part('sizes').children].findIndex((label) => label.contains(document.activeElement));
    this.part('sizes').replaceChildren(...game.fields.map(({ label, min, max }, index) => {
      const holder = document.createElement('label');
      const input = Object.assign(document.createElement('input'), { type: 'number', min, max, required: true });
      input.value = sizes[index];
      holder.append(label, input);
      return holder;
    }));
    // Whoever pressed Enter in a field stays there.
    this.part('sizes').children[held]?.querySelector('input').focus();
    this.part('content').hidden = !game.file;
    this.part('content-text').value = content ?? '';
    // The form has its own line ends.
    this.#opened = this.part('content-text').value;
    if (file) keepFile(file, content);
    if (game.file) this.part('content-label').textContent = game.file.label;
    this.#title();
  }
}
