// Plies a microsecond of processor time in Node: `node wasm.mjs MODULE GAMES NAME…`.
import { readFile } from "node:fs/promises";

const [path, games, ...names] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(await readFile(path), {});

function rate(kind, inBulk) {
    let best = 0;
    // The first rounds are compiled quickly, and run slowly.
    for (let round = 0; round < 12; round++) {
        const begun = process.cpuUsage();
        const plies = instance.exports.plies(kind, inBulk, Number(games));
        const { user, system } = process.cpuUsage(begun);
        best = Math.max(best, plies / (user + system));
    }
    return best;
}

for (const [kind, name] of names.entries()) {
    const [single, bulk] = [rate(kind, 0), rate(kind, 1)];
    console.log(`| ${name} | ${single.toFixed(2)} M | ${bulk.toFixed(2)} M | ${(bulk / single).toFixed(2)} |`);
}
