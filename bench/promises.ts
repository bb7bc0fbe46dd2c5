// Promises of speed that hang on the machine, each against its limit, in milliseconds that a thread computes: stops, turns and steps of the
// thread that samples, settings files that somebody hands in. The tests that make the figures (tests/support/promised.ts) fail at twenty times
// as much; this exits 1 when one is above its limit. On a machine that does nothing else.
// usage: promises [FILE…]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from '../tests/support/promised.ts';

const FILES = [
  'tests/server/holds',
  'tests/durability/stopping',
  'tests/durability/damage',
  'tests/station/subjects/held-at-stop',
  'tests/main/opening',
  'tests/main/settings-file/as-file',
  'tests/connections/alarms/station',
  'tests/durability/clock-held',
  'tests/main/consoles',
];
const asked = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'weatherglass-promises-'));
const file = join(folder, 'figures');
const root = join(import.meta.dirname, '..', '..', '..');
const vitest = ['vitest', 'run', ...(asked.length > 0 ? asked : FILES)];
const { status } = spawnSync(process.execPath, [join(root, 'bin/node.cjs'), ...vitest], {
  cwd: root,
  env: { ...process.env, WEATHERGLASS_FIGURES: file },
  stdio: ['ignore', 'ignore', 'inherit'],
});
const figures = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Figure);
rmSync(folder, { recursive: true, force: true });
for (const { what, ms, promisedMs } of figures.toSorted((a, b) => a.what.localeCompare(b.what))) {
  const mark = ms < promisedMs ? '' : '  <-- too long';
  console.log(`${what.padEnd(76)} ${ms.toFixed(1).padStart(7)} of ${String(promisedMs).padStart(5)} ms${mark}`);
}
const broken = figures.filter(({ ms, promisedMs }) => ms >= promisedMs).length;
console.log(`${broken} of ${figures.length} above their limit; the tests ended with ${status}`);
process.exitCode = broken > 0 || status !== 0 ? 1 : 0;
