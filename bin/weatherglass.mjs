#!/usr/bin/env node
// The one entry point from a shell. An older Node than ours hands over to the launcher.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

if (Number(process.versions.node.split('.')[0]) < 24) {
  createRequire(import.meta.url)('./node.cjs').run([fileURLToPath(import.meta.url), ...process.argv.slice(2)]);
  await new Promise(() => {}); // the launcher stands in front, and ends this process with the program
}
try {
  const build = new URL('../scripts/build.mjs', import.meta.url);
  if (existsSync(build)) await (await import(build.href)).buildStaleAside();
} catch (error) {
  process.stderr.write(
    `weatherglass could not be built: ${error.message}\nRun "npm ci" in the project folder and try again.\n`,
  );
  process.exit(1);
}
// A young generation of 1 MB instead of 16: a station's garbage is small, and a Pi's memory is, too. A hub has thousands of requests under way,
// which would be copied about for half of its time.
const isHub = process.argv[2] === 'hub';
setFlagsFromString(`--max-semi-space-size=${isHub ? 4 : 1}`);
if (!isHub) setFlagsFromString('--semi-space-growth-factor=1');
// A station computes one part in a hundred of its time and holds memory all day; a replay computes all the time. A start takes an eighth longer
// with it; set ten seconds later, 139 MB are taken under load in place of 112 (`npm run bench -- load 5 300 30 memory`).
if (!isHub && !['backtest', 'seed'].includes(process.argv[2])) setFlagsFromString('--optimize-for-size');
// What ends in order hears of a stop from its first moment: to load it takes a small board a second. A signal simply ends any other command.
const [command = 'kiosk', word = '-'] = process.argv.slice(2);
const endsInOrder = isHub ? word.startsWith('-') : /^(kiosk|serve|import|-.*)$/.test(command);
const stop = new AbortController();
if (endsInOrder) for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => stop.abort());
const { main } = await import(new URL('../dist/main/cli.js', import.meta.url).href);
await main(process.argv.slice(2), stop.signal);
