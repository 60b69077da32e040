/** The panel with the record: paste, load, save, share. */

import { words } from './link.js';

/** Wires the record's elements. */
export class RecordPanel {
  /**
   * @param {HTMLElement} panel
   * @param {{load: (moves: string[]) => void, say: (text: string) => void}} page
   */
  constructor(panel, page) {
    this.text = panel.querySelector('#record');
    panel.querySelector('#record-play').addEventListener('click', () => page.load(words(this.text.value)));
    panel.querySelector('#share').addEventListener('click', ({ currentTarget }) => this.#share(currentTarget, page));
    panel.querySelector('#save').addEventListener('click', () => this.#save());
    panel.querySelector('#load').addEventListener('change', async ({ target }) => {
      const [file] = target.files;
      if (file) page.load(words(await file.text()));
      target.value = '';
    });
  }

  /** Shows the moves up to the position. */
  show(session) {
    this.kind = session.kind;
    this.text.value = session.played.join(' ');
  }

  async #share(button, page) {
    try {
      await navigator.clipboard.writeText(location.href);
      page.say('Link copied.');
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Copy link'), 1500);
    } catch {
      page.say('The link stands in the address bar.');
      button.textContent = 'See address bar';
    }
  }

  #save() {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([this.text.value + '\n'], { type: 'text/plain' }));
    link.download = `${this.kind}.games`;
    link.click();
    URL.revokeObjectURL(link.href);
  }
}
