// npm run -s bench -- cold [RECORD]: skill of a new station's first weeks, days 3 to 60, as the mean of stations that begin at several moments
// of a development record, each with a typical station fitted on the other two.

import { backtest } from '../src/backtest/backtest.ts';
import { DAY_S, HOUR_S } from '../src/base/durations.ts';
import { type BenchRecord, developmentRecords, TYPICAL_WITHOUT } from './_records.ts';

/** How many beginnings are played of each record; Lyngby's two years come every five minutes. */
const BEGINNINGS: Record<string, number> = { Lyngby: 3, Svartberget: 6, Essen: 24 };
const WARMUP_DAYS = 60;
const LENGTH_DAYS = 61;

function cold({ name, rows, settings, altitudeM }: BenchRecord): void {
  const length = (LENGTH_DAYS * DAY_S) / settings.stepS;
  const count = BEGINNINGS[name]!;
  const skills = new Map<string, number[]>();
  for (let i = 0; i < count; i++) {
    const from = i * Math.floor((rows.length - length) / count);
    const replaying = backtest(rows.slice(from, from + length), {
      settings: { ...settings, typical: TYPICAL_WITHOUT[name] },
      altitudeM,
      warmupDays: WARMUP_DAYS,
    });
    let step = replaying.next();
    while (!step.done) step = replaying.next();
    for (const { target, horizon_s, cold_skill } of step.value.rows) {
      const head = `${target} ${horizon_s / HOUR_S} h`;
      if (cold_skill !== null) skills.set(head, [...(skills.get(head) ?? []), cold_skill]);
    }
  }
  const mean = (list: number[]): number => list.reduce((sum, value) => sum + value, 0) / list.length;
  const means = [...skills].map(([head, list]) => [head, mean(list)] as const);
  console.log(`## ${name}, ${count} beginnings\n\n| head | cold skill |\n|---|---:|`);
  for (const [head, skill] of [...means, ['all heads', mean(means.map(([, skill]) => skill))] as const])
    console.log(`| ${head} | ${skill.toFixed(4)} |`);
}

const wanted = process.argv[2];
for (const record of developmentRecords()) if (!wanted || record.name === wanted) cold(record);
