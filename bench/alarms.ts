// npm run -s bench -- alarms [RULES]: what alarms cost the thread that samples. So many rules fire at once, a third of them asking for a
// chance; the station lives a quarter of an hour on a clock of ours, and each turn of the alarms is measured.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AlarmEntry } from '../src/contract/alarm-rule.ts';
import { Bench } from '../tests/support/station.ts';

const count = Number(process.argv[2] ?? 1000);
const SAMPLE_MS = 2000;

const level = (i: number): AlarmEntry => ({
  id: `level_${i}`,
  quantity: 'temperatureC',
  when: 'above',
  on: -50,
  off: -60,
});
const chance = (i: number): AlarmEntry => ({
  id: `chance_${i}`,
  quantity: 'temperatureC',
  when: 'chance_below',
  on: 0.5,
  off: 0.1,
  limit: 40 + i / 100,
});
const rules = Array.from({ length: count }, (_, i) => ({
  ...(i % 3 === 0 ? chance(i) : level(i)),
  enabled: true,
  for_s: 0,
  quiet: null,
}));

const folder = mkdtempSync(join(tmpdir(), 'weatherglass-alarms-'));
const { station, clock } = new Bench({ alarms: { rules } }, 1_750_500_000, folder);
await station.start();
await clock.advance(30 * SAMPLE_MS);
const turns: number[] = [];
for (let i = 0; i < 450; i++) {
  const before = process.cpuUsage();
  await clock.advance(SAMPLE_MS);
  const { user, system } = process.cpuUsage(before);
  turns.push((user + system) / 1000); // what other programs took is not ours
}
turns.sort((a, b) => a - b);
const at = (share: number): string => turns[Math.min(turns.length - 1, Math.floor(share * turns.length))]!.toFixed(1);
const { firing } = station.alarms.counts();
console.log(
  `${count} rules, ${firing} of them firing. Two seconds of the whole station, of processor, sample and alarms: median ${at(0.5)} ms, ` +
    `99 % ${at(0.99)} ms, longest ${at(1)} ms; missed samples ${station.figures().missedSamples}`,
);
await station.stop();
rmSync(folder, { recursive: true, force: true });
