/** The files that games need: those that come with the page, and the visitor's own. */

const KEPT = 'gridlaw file ';

/**
 * Keeps the visitor's own file in this browser, so that links with its name work here.
 * @param {string} name
 * @param {string} text
 */
export function keepFile(name, text) {
  try {
    localStorage.setItem(KEPT + name, text);
  } catch {
    // A browser that keeps nothing still plays the game that is open.
  }
}

/**
 * Reads a game's file: the visitor's own of that name, or the one in `data/`.
 * @param {string} name
 * @returns {Promise<string>}
 * @throws {Error} when there is neither
 */
export async function readFile(name) {
  const plain = /^[\w.-]+$/.test(name) ? name : '';
  try {
    const kept = localStorage.getItem(KEPT + name);
    if (kept !== null) return kept;
  } catch {
    // Nothing is kept in this browser.
  }
  const answer = plain === '' ? null : await fetch(`data/${plain}`).catch(() => null);
  if (!answer?.ok) throw new Error(`cannot find the game file ${name}: load it under "Game"`);
  return answer.text();
}
