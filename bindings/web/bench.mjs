// Random games of each game in the module. `gridlaw-speed GAME` has the native rates.
import { performance } from 'node:perf_hooks';
import { Game, kinds } from './tests/gridlaw.mjs';

const seconds = Number(process.env.SECONDS_EACH ?? 1);
for (const kind of kinds()) {
    const start = Game.usual(kind).start();
    let [plies, games, begun] = [0, 0, performance.now()];
    while (performance.now() - begun < seconds * 1000) {
        for (let count = 0; count < 20; count++) {
            const position = start.copy();
            plies += position.playout(games++, 400);
            position.free();
        }
    }
    console.log(`${kind.padEnd(10)} ${(plies / (performance.now() - begun) / 1000).toFixed(2)} M plies a second`);
}
