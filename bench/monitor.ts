import { restored, savedState } from '../src/maths/codec.ts';
// npm run -s bench -- monitor: what novelty and drift say on the development records, and what they find of injected events.

import { TARGETS, type Target } from '../src/contract/names.ts';
import { dewPointC } from '../src/station/air/physics/humidity.ts';
import { ForecastEngine } from '../src/station/forecast/engine.ts';
import type { PendingRow, PendingStore } from '../src/station/forecast/pending.ts';
import type { TickRow } from '../src/station/tick.ts';
import { DriftWatch } from '../src/station/watch/drift.ts';
import { Novelty } from '../src/station/watch/novelty.ts';
import { learnedBy, restore } from '../tests/station/forecast/learned.ts';
import { seeded } from '../tests/support/seeded.ts';
import { type EventKind, INJECTIONS, injected } from './_injections.ts';
import { type BenchRecord, developmentRecords } from './_records.ts';

const YEAR_S = 365.2425 * 86400;
const DAY_S = 86400;
/** Apart by more than six hours and at ever other times of the day. */
const INJECT_EVERY_S = 6 * 3600 + 3600 + 1200;
const FOUND_WITHIN_S = 900;
const NOISE_C = 1;
const NOISE_EVERY_S = 25 * DAY_S;
const NOISE_WATCH_S = 8 * DAY_S;

class MemoryPending implements PendingStore {
  readonly #rows = new Map<string, PendingRow>();
  load(): PendingRow[] {
    return [...this.#rows.values()];
  }
  commit(untilS: number, issued: readonly PendingRow[]): void {
    for (const [key, row] of this.#rows) if (row.dueS <= untilS) this.#rows.delete(key);
    for (const row of issued) this.#rows.set(`${row.target}@${row.horizonS}@${row.issueS}`, row);
  }
  forget(): void {
    this.#rows.clear();
  }
  copy(): MemoryPending {
    const twin = new MemoryPending();
    for (const [key, row] of this.#rows) twin.#rows.set(key, row);
    return twin;
  }
}

const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
const quantile = (values: number[], q: number): number =>
  values.length === 0
    ? Number.NaN
    : values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(q * values.length))]!;

/** Runs the monitors over a record as the station would, branching off for injected events. */
function watch({ name, ticks, settings }: BenchRecord, withDrift: boolean): void {
  const { stepS } = settings;
  const pending = new MemoryPending();
  const engine = new ForecastEngine(settings, { pending });
  const novelty = new Novelty(stepS);
  const drift = new DriftWatch();
  const startS = ticks[0]!.tS;
  const events: { tS: number; detail: string }[] = [];
  const alarms: Record<Target, number> = { temperature: 0, humidity: 0, pressure: 0 };
  const found = new Map<EventKind, { tried: number; inTime: number }>();
  const delaysH: number[] = [];
  let missed = 0;
  let tried = 0;
  let lastInjectedS = startS;
  let lastNoiseS = startS;
  for (const [i, row] of ticks.entries()) {
    const ageS = row.tS - startS;
    const ready = stepS <= FOUND_WITHIN_S && ageS > 14 * DAY_S && ticks[i + 3]?.tS === row.tS + 3 * stepS;
    const quiet = (events.at(-1)?.tS ?? 0) < row.tS - 7 * 3600;
    if (ready && quiet && row.tS - lastInjectedS >= INJECT_EVERY_S) {
      lastInjectedS = row.tS;
      for (const kind of INJECTIONS) {
        const tally = found.get(kind) ?? { tried: 0, inTime: 0 };
        found.set(kind, tally);
        tally.tried += 1;
        if (finds(novelty, engine, ticks, i, kind, stepS)) tally.inTime += 1;
      }
    }
    if (withDrift && ageS > 60 * DAY_S && row.tS - lastNoiseS >= NOISE_EVERY_S && row.tS % 3600 === 0) {
      lastNoiseS = row.tS;
      const hours = noiseDelayH(engine, pending, drift, ticks, i);
      tried += 1;
      if (hours === null) missed += 1;
      else delaysH.push(hours);
    }
    const event = novelty.learn(row, engine.usual(row.tS));
    if (event) events.push({ tS: row.tS, detail: event.detail });
    for (const matured of engine.tick(row).matured) {
      const alarm = drift.learn(matured);
      if (alarm) alarms[alarm.target] += 1;
    }
  }
  const years = (ticks.at(-1)!.tS - startS) / YEAR_S;
  const sudden = events.filter(({ detail }) => detail.startsWith('something sudden')).length;
  console.log(`${name}: ${years.toFixed(2)} years on a grid of ${stepS} s`);
  console.log(
    `  novelty: ${(events.length / years).toFixed(1)} events a year (${((events.length - sudden) / years).toFixed(1)} unusual, ${(sudden / years).toFixed(1)} sudden); limit 25`,
  );
  for (const [kind, { tried: n, inTime }] of found)
    console.log(
      `    ${kind}: ${((100 * inTime) / n).toFixed(1)} % of ${n} found within 15 min of their start; limit 90`,
    );
  if (!withDrift) return;
  const rates = TARGETS.map((target) => `${target} ${(alarms[target] / years).toFixed(2)}`).join(', ');
  console.log(`  drift: alarms a year: ${rates}; limit 2`);
  const inTime = delaysH.filter((hours) => hours <= 96).length;
  console.log(
    `    +${NOISE_C} °C of noise: ${inTime} of ${tried} found within 4 days, median after ${quantile(delaysH, 0.5)} h, slowest ${quantile(delaysH, 1)} h, ${missed} not within 8 days`,
  );
}

/** Whether an event that starts right after the tick before `from` is told within a quarter of an hour. */
function finds(
  novelty: Novelty,
  engine: ForecastEngine,
  ticks: readonly TickRow[],
  from: number,
  kind: EventKind,
  stepS: number,
): boolean {
  const twin = restored(new Novelty(stepS), copyOf(savedState(novelty)));
  const startS = ticks[from]!.tS - stepS;
  for (let i = from; ticks[i]!.tS - startS <= FOUND_WITHIN_S; i++) {
    const row = ticks[i]!;
    if (twin.learn(injected(row, kind, row.tS - startS), engine.usual(row.tS)) !== null) return true;
  }
  return false;
}

/** Hours until white noise on the temperature is told; null if not within the watch. Dew point follows the noisy temperature. */
function noiseDelayH(
  engine: ForecastEngine,
  pending: MemoryPending,
  drift: DriftWatch,
  ticks: readonly TickRow[],
  from: number,
): number | null {
  const twin = new ForecastEngine(engine.settings, { pending: pending.copy() });
  restore(twin, copyOf(learnedBy(engine)));
  const watch = restored(new DriftWatch(), copyOf(savedState(drift)));
  const { normal } = seeded(from);
  const startS = ticks[from]!.tS;
  for (let i = from; i < ticks.length && ticks[i]!.tS - startS <= NOISE_WATCH_S; i++) {
    const row = ticks[i]!;
    const temperatureC = row.temperatureC === null ? null : row.temperatureC + NOISE_C * normal();
    const noisy = { ...row, temperatureC, dewPointC: dewPointC(temperatureC, row.humidityPct) };
    for (const matured of twin.tick(noisy).matured) {
      const alarm = watch.learn(matured);
      if (alarm?.target === 'temperature' && alarm.direction === 'grew') return (row.tS - startS) / 3600;
    }
  }
  return null;
}

const args = process.argv.slice(2);
for (const record of developmentRecords()) {
  if (args.some((arg) => !arg.startsWith('--')) && !args.includes(record.name)) continue;
  watch(record, !args.includes('--no-drift'));
}
