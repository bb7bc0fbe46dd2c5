#!/usr/bin/env node
// The one entry point from a shell. Plain JavaScript that even an old Node can read far enough to explain itself.
import { existsSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';

const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  process.stderr.write(
    `weatherglass needs Node 24 or newer, this is ${process.versions.node}. ` +
      'Start it with "npm start" (npm brings the right Node along), or install Node 24.\n',
  );
  process.exit(1);
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
// A station computes one part in a hundred of its time and holds memory all day; a replay computes all the time.
if (!isHub && !['backtest', 'seed'].includes(process.argv[2])) setFlagsFromString('--optimize-for-size');
const { main } = await import(new URL('../dist/main/cli.js', import.meta.url).href);
await main(process.argv.slice(2));
