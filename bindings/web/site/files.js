/** The files that games need: those that come with the page, and the visitor's own. */

const KEPT = 'gridlaw file ';

/** How names of the visitor's own files begin, so that none replaces a file of the page. */
const OWN = 'my-';

/**
 * Names the visitor's own file. A name that holds another text gets a number: older games keep
 * their files.
 * @param {string} name
 * @param {string} text
 * @returns {string}
 */
export function ownName(name, text) {
  const first = name.startsWith(OWN) ? name : OWN + name;
  const plain = first.slice(OWN.length).replace(/^\d+-/, '');
  try {
    const taken = (own) => ![null, text].includes(localStorage.getItem(KEPT + own));
    let own = first;
    for (let count = 2; taken(own); count += 1) own = `${OWN}${count}-${plain}`;
    return own;
  } catch {
    // Nothing is kept in this browser.
    return first;
  }
}

/**
 * Keeps the visitor's own file in this browser, so that links with its name work here.
 * @param {string} name a file of the page is not kept
 * @param {string} text
 */
export function keepFile(name, text) {
  if (!name.startsWith(OWN)) return;
  try {
    localStorage.setItem(KEPT + name, text);
  } catch {
    // A browser that keeps nothing still plays the game that is open.
  }
}

/**
 * Reads a game's file: the visitor's own if the name is one of those, else the one in `data/`.
 * @param {string} name
 * @returns {Promise<string>}
 * @throws {Error} when there is none
 */
export async function readFile(name) {
  const plain = /^[\w.-]+$/.test(name) ? name : '';
  try {
    const kept = name.startsWith(OWN) ? localStorage.getItem(KEPT + name) : null;
    if (kept !== null) return kept;
  } catch {
    // Nothing is kept in this browser.
  }
  const answer = plain === '' ? null : await fetch(`data/${plain}`).catch(() => null);
  if (!answer?.ok) throw new Error(`cannot find the game file ${name}: load it under "Game"`);
  return answer.text();
}
