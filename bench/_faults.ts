import { DAY_S, HOUR_S } from '../src/base/durations.ts';
import { ForecastEngine } from '../src/station/forecast/engine.ts';
import type { PendingRow } from '../src/station/forecast/pending.ts';
import type { TickRow } from '../src/station/tick.ts';
import { learnedBy, restore } from '../tests/station/forecast/learned.ts';
import { injected } from './_injections.ts';
import type { BenchRecord } from './_records.ts';

const FIRST_DAY = 120;
const EVERY_DAYS = 60;
const STUCK_DAYS = 2;
const SPIKE_SHARE = 0.01;
const SPIKE_C = 8;
const HORIZONS_S = [HOUR_S, 3 * HOUR_S, DAY_S];
/** Days after the fault, the first and the last. */
const SPANS = [
  { name: 'day 1', from: 0, until: 1 },
  { name: 'day 2', from: 1, until: 2 },
  { name: 'days 3–7', from: 2, until: 7 },
  { name: 'days 8–14', from: 7, until: 14 },
];
const LIVED_DAYS = STUCK_DAYS + SPANS.at(-1)!.until;

/** What a fault makes of a row that comes `sinceS` after its beginning; days are counted from `overS` on. */
interface Fault {
  name: string;
  overS: number;
  lay: (row: TickRow, sinceS: number, first: TickRow) => TickRow;
}

const spiked = (row: TickRow, sinceS: number): TickRow => {
  const chance = Math.abs(Math.sin(sinceS * 12.9898) * 43758.5453) % 1;
  if (row.temperatureC === null || chance >= SPIKE_SHARE) return row;
  return { ...row, temperatureC: row.temperatureC + (chance < SPIKE_SHARE / 2 ? SPIKE_C : -SPIKE_C) };
};

const FAULTS: readonly Fault[] = [
  { name: 'none', overS: 0, lay: (row) => row },
  {
    name: 'stuck for two days',
    overS: STUCK_DAYS * DAY_S,
    lay: (row, sinceS, first) =>
      sinceS < STUCK_DAYS * DAY_S ? { ...row, temperatureC: first.temperatureC, dewPointC: first.dewPointC } : row,
  },
  { name: 'step +3 °C', overS: 0, lay: (row, sinceS) => injected(row, 'sensor steps up', sinceS) },
  { name: 'step −3 °C', overS: 0, lay: (row, sinceS) => injected(row, 'sensor steps down', sinceS) },
  { name: 'spikes ±8 °C, 1 %', overS: 0, lay: spiked },
];

class Account {
  n = 0;
  hits = 0;
  width = 0;
  error = 0;
}

/** A station at one moment, to be lived on from more than once. */
function lifeOf(engine: ForecastEngine, waiting: readonly PendingRow[], settings: BenchRecord['settings']) {
  const saved = structuredClone(learnedBy(engine));
  return (): ForecastEngine => {
    const pending = { load: () => [...waiting], commit: () => {}, forget: () => {} };
    const twin = new ForecastEngine(settings, { pending });
    restore(twin, structuredClone(saved));
    return twin;
  };
}

/** Temperature's bands after a fault of its sensor, from many moments of a record. */
export function faults({ name, ticks, settings }: BenchRecord): void {
  const accounts = new Map<string, Account>();
  const engine = new ForecastEngine(settings);
  let waiting: PendingRow[] = [];
  const startS = ticks[0]!.tS;
  let nextS = startS + FIRST_DAY * DAY_S;
  let moments = 0;
  for (const [i, row] of ticks.entries()) {
    waiting = waiting.filter(({ dueS }) => dueS > row.tS);
    waiting.push(...engine.tick(row).issued);
    if (row.tS < nextS || row.temperatureC === null) continue;
    nextS += EVERY_DAYS * DAY_S;
    const last = ticks.findLastIndex(({ tS }) => tS <= row.tS + LIVED_DAYS * DAY_S);
    if (ticks[last]!.tS < row.tS + (LIVED_DAYS - 1) * DAY_S) break;
    moments += 1;
    const life = lifeOf(engine, waiting, settings);
    for (const fault of FAULTS) live(life(), ticks.slice(i + 1, last + 1), row, fault, accounts);
  }
  console.log(`## Faults: ${name}, temperature, ${moments} moments ${EVERY_DAYS} days apart\n`);
  console.log(`| coverage, %; width; mean error, °C | | ${SPANS.map((span) => span.name).join(' | ')} |`);
  console.log(`| --- | --- | ${SPANS.map(() => '---:').join(' | ')} |`);
  for (const fault of FAULTS)
    for (const horizonS of HORIZONS_S) {
      const cells = SPANS.map((span) => {
        const one = accounts.get(`${fault.name} ${horizonS} ${span.name}`);
        if (!one) return '–';
        const { n, hits, width, error } = one;
        return `${((100 * hits) / n).toFixed(1)}; ${(width / n).toFixed(2)}; ${(error / n).toFixed(2)}`;
      });
      console.log(`| ${fault.name} | ${horizonS / HOUR_S} h | ${cells.join(' | ')} |`);
    }
  console.log('');
}

function live(
  engine: ForecastEngine,
  rows: readonly TickRow[],
  first: TickRow,
  { name, overS, lay }: Fault,
  accounts: Map<string, Account>,
): void {
  for (const row of rows) {
    const sinceS = row.tS - first.tS;
    const day = (sinceS - overS) / DAY_S;
    const span = SPANS.find(({ from, until }) => day > from && day <= until);
    for (const m of engine.tick(lay(row, sinceS, first)).matured) {
      if (m.target !== 'temperature' || !HORIZONS_S.includes(m.horizonS) || !span || m.halfwidth === null) continue;
      const key = `${name} ${m.horizonS} ${span.name}`;
      const account = accounts.get(key) ?? new Account();
      accounts.set(key, account);
      account.n += 1;
      account.hits += Math.abs(m.truth - m.forecast) <= m.halfwidth ? 1 : 0;
      account.width += 2 * m.halfwidth;
      account.error += Math.abs(m.truth - m.forecast);
    }
  }
}
