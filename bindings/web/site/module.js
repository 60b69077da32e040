/** The engine's module, for pages. */

import init from './gridlaw.js';

/**
 * Loads the module.
 * @param {HTMLElement} box says so if it cannot be loaded
 * @throws {Error} when it cannot be loaded
 */
export async function loadModule(box) {
  try {
    await init();
  } catch (error) {
    box.textContent = `The engine cannot be loaded: ${error.message}`;
    box.hidden = false;
    throw error;
  }
}
