/** The page that judges the output of somebody's program. */

import { judge } from './compare.js';
import { readFile } from './files.js';
import { GAMES, readArgs } from './games.js';
import { loadModule } from './module.js';

const by = (id) => document.getElementById(id);

/** An output with a fault: a stick that slipped under an overhang. */
const EXAMPLE = {
  args: by('args').defaultValue,
  moves: '|0 -2 -0 -1 !',
  output: `  0123

0 ....
1 ....
2 ....
3 ....
4 ....
Black: Column:
  0123

0 ....
1 ....
2 ....
3 *...
4 *...
White: Column:
  0123

0 ....
1 ....
2 ....
3 *...
4 *.oo
Black: Column:
  0123

0 ....
1 ....
2 **..
3 *...
4 *.oo
White: Column:
  0123

0 ....
1 ....
2 **..
3 *oo.
4 *.oo
`,
};

/** Shows lines, with the characters marked that differ from the other side's. */
function lines(title, own, other) {
  const box = document.createElement('div');
  const pre = document.createElement('pre');
  pre.tabIndex = 0;
  pre.setAttribute('aria-label', title);
  for (const [index, line] of own.entries()) {
    for (const [at, character] of [...line].entries()) {
      if (character === other[index]?.[at]) pre.append(character);
      else pre.append(Object.assign(document.createElement('mark'), { textContent: character }));
    }
    pre.append('\n');
  }
  box.append(Object.assign(document.createElement('h3'), { textContent: title }), pre);
  return box;
}

/** Shows a judgment. */
function show({ compared, of, what, difference, note }) {
  by('result').textContent = difference
    ? `${difference.place} is wrong.`
    : compared < of ? `The first ${compared} of ${of} ${what} are right.` : `All ${of} ${what} are right.`;
  by('detail').textContent = note;
  by('pair').replaceChildren(...(difference
    ? [lines('Expected', difference.expected, difference.found), lines('Found', difference.found, difference.expected)]
    : []));
}

/** Asks for the text of a file if the game has one. */
function offerFile() {
  by('content-label').hidden = !GAMES[by('args').value.trim().split(/\s+/)[0]]?.file;
}

async function onJudge(event) {
  event.preventDefault();
  by('detail').textContent = '';
  by('pair').replaceChildren();
  try {
    const args = by('args').value.trim();
    const { file } = readArgs(args);
    const content = file ? by('content').value || (await readFile(file)) : undefined;
    show(judge(args, content, by('moves').value, by('output').value));
  } catch (error) {
    by('result').textContent = error.message;
  }
}

await loadModule(by('result'));
by('form').addEventListener('submit', onJudge);
by('args').addEventListener('input', offerFile);
by('example').addEventListener('click', () => {
  for (const [id, text] of Object.entries(EXAMPLE)) by(id).value = text;
  offerFile();
  by('form').requestSubmit();
});
// Who comes back finds the form as it was.
offerFile();
document.documentElement.dataset.ready = '';
