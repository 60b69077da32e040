/** The panel with the record: paste, load, save, share. */

import { words } from './link.js';

/** Wires the record's elements. */
export class RecordPanel {
  /**
   * @param {HTMLElement} panel
   * @param {{load: (moves: string[]) => string | null, say: (text: string) => void}} page its
   *   `load` says why a record is refused
   */
  constructor(panel, page) {
    this.text = panel.querySelector('#record');
    panel.querySelector('#record-play').addEventListener('click', () => this.#load(this.text.value, page));
    this.text.addEventListener('blur', () => this.text.value === this.#shown && this.#write());
    panel.querySelector('#share').addEventListener('click', ({ currentTarget }) => this.#share(currentTarget, page));
    panel.querySelector('#save').addEventListener('click', () => this.#save());
    panel.querySelector('#load').addEventListener('change', async ({ target }) => {
      const [file] = target.files;
      if (file) this.#load(await file.text(), page);
      target.value = '';
    });
  }

  /** The moves up to the position, and what of them the box shows. */
  #played = '';
  #shown = '';

  /** Shows the moves up to the position, unless somebody writes in the box. */
  show(session) {
    this.kind = session.kind;
    this.#played = session.played.join(' ');
    if (document.activeElement !== this.text) this.#write();
  }

  #write() {
    this.text.value = this.#shown = this.#played;
  }

  /** Plays a record. One that is refused stays in the box, to be mended. */
  #load(text, page) {
    if (page.load(words(text)) !== null) this.text.value = text;
  }

  async #share(button, page) {
    try {
      await navigator.clipboard.writeText(location.href);
      page.say('Link copied.');
      button.textContent = 'Copied';
    } catch {
      page.say('The link stands in the address bar.');
      button.textContent = 'See address bar';
    }
    setTimeout(() => (button.textContent = 'Copy link'), 1500);
  }

  #save() {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([this.text.value + '\n'], { type: 'text/plain' }));
    link.download = `${this.kind}.games`;
    link.click();
    URL.revokeObjectURL(link.href);
  }
}
