/**
 * The sensing room in figures: golden vectors passed, bus transfers in a turn, and days of random faults on a fast clock.
 * npm run -s bench -- sensing [hours] [seeds]
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { goldenCases } from '../tests/support/golden/all.ts';
import { BenchedSenseHat } from '../tests/support/sense-hat-on-the-bench.ts';
import { soak } from '../tests/support/soak.ts';

const [hours = 24, seeds = 3] = process.argv.slice(2).map(Number);
const print = (line: string): unknown => process.stdout.write(`${line}\n`);

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const heapMb = (): number => {
  collect();
  return process.memoryUsage().heapUsed / 2 ** 20;
};

let failed = 0;
for (const [section, cases] of Map.groupBy(goldenCases, (golden) => golden.section)) {
  let passed = 0;
  for (const golden of cases) {
    const differences = await golden.run();
    if (differences.length === 0) passed++;
    else print(`  ${section}: ${golden.name}: ${differences.join('; ')}`);
  }
  failed += cases.length - passed;
  print(`golden vectors  ${section.padEnd(18)} ${passed} of ${cases.length}`);
}
print(`golden vectors  ${'all'.padEnd(18)} ${goldenCases.length - failed} of ${goldenCases.length}`);

const bench = await new BenchedSenseHat().running();
await bench.next(20);
const TURNS = 5000;
const before = bench.hat.bus.transfers;
const startedMs = performance.now();
for (let turn = 0; turn < TURNS; turn++) await bench.next();
const perTurnMs = (performance.now() - startedMs) / TURNS;
print(
  `one turn        ${(bench.hat.bus.transfers - before) / TURNS} transfers, limit 16; ${perTurnMs.toFixed(3)} ms of our own`,
);

await soak(1, 1); // so that the first measured heap already holds the code
for (let seed = 1; seed <= seeds; seed++) {
  const heapBefore = heapMb();
  const report = await soak(hours, seed);
  const { turns, owed, lost, wrong, unpaired, notices, mostTransfers, transfers, episodes } = report;
  const faults = Object.values(episodes).reduce((sum, n) => sum + n, 0);
  const left = report.pendingSleepsAfterClose + report.transfersAfterClose;
  failed += lost.length + wrong.length + unpaired.length + left;
  print(
    `soak ${hours} h, seed ${seed}  ${turns} turns, ${transfers} transfers, ${faults} faults of ${Object.keys(episodes).length} kinds, ` +
      `${notices} notices (${unpaired.length} unpaired); healthy chips owed ${owed} readings, lost ${lost.length}; ` +
      `${wrong.length} untrue; at most ${mostTransfers} transfers in a healthy turn; left behind ${left}; ` +
      `heap ${(heapMb() - heapBefore).toFixed(2)} MB more`,
  );
}
if (failed > 0) process.exitCode = 1;
