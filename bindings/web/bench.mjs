// Random games of each game in the module. `gridlaw-speed GAME` has the native rates.
import { Game, kinds } from './tests/gridlaw.mjs';

const seconds = Number(process.env.SECONDS_EACH ?? 1);
for (const kind of kinds()) {
    const start = Game.usual(kind).start();
    let [plies, games, begun] = [0, 0, process.cpuUsage()];
    // Processor time: the machine may have other work.
    const used = () => process.cpuUsage(begun).user / 1e6;
    while (used() < seconds) {
        for (let count = 0; count < 200; count++) {
            const position = start.copy();
            plies += position.playout(games++, 400);
            position.free();
        }
    }
    console.log(`${kind.padEnd(10)} ${(plies / used() / 1e6).toFixed(2)} M plies a second`);
}
