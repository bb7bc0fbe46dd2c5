import { describe, expect, it } from 'vitest';
import { ForecastEngine } from '../../../src/station/forecast/engine.ts';
import type { PendingStore } from '../../../src/station/forecast/pending.ts';
import type { Remembered } from '../../../src/station/learned/memory.ts';
import { learnedBy, restore } from './learned.ts';
import { settingsFor, weather } from './weather.ts';

const STEP_S = 1800;
const DAY_S = 86_400;
describe('pending forecasts', () => {
  it('with a payload of another length are left out', () => {
    const [queue] = [new ForecastEngine(settingsFor(STEP_S))];
    const rows = weather(62, 1, STEP_S);
    const issued = rows.flatMap((row) => queue.tick(row).issued);
    const odd = issued.map((row) => ({ ...row, payload: row.payload.slice(1) }));
    const pending: PendingStore = { load: () => odd, commit: () => undefined, forget: () => undefined };
    const engine = new ForecastEngine(settingsFor(STEP_S), { pending });
    restore(engine, []);
    expect(engine.tick({ ...rows.at(-1)!, tS: rows.at(-1)!.tS + 10 * DAY_S }).expired).toBe(0); // nothing waited
  });
});

describe('a station that never asked itself anything', () => {
  const rows = weather(63, 4, STEP_S);
  const lived = new ForecastEngine(settingsFor(STEP_S));
  for (const row of rows) lived.tick(row);
  const all = JSON.parse(JSON.stringify(learnedBy(lived))) as Remembered[];
  const NAME = 'forecast.chance';

  const restoredWith = (state: unknown) => {
    const events: string[] = [];
    const report = (_kind: string, _severity: string, { detail }: { detail: string }) => void events.push(detail);
    const engine = new ForecastEngine(settingsFor(STEP_S), { report });
    restore(
      engine,
      all.map((one) => (one.name === NAME ? { ...one, state } : one)),
    );
    const others = learnedBy(engine).filter(({ name }) => name !== NAME);
    expect(JSON.stringify(others)).toBe(JSON.stringify(all.filter(({ name }) => name !== NAME)));
    return { engine, events };
  };

  it('begins to at an upgrade, and loses nothing', () => {
    const { engine, events } = restoredWith(null);
    expect(events).toEqual([]);
    expect(engine.trusting('temperature', 'below')(0.3, 21_600)).toBeCloseTo(0.3, 12);
  });

  it('begins anew where what was saved is damaged, with one event', () => {
    const { engine, events } = restoredWith({ trust: {}, open: [] });
    expect(events).toHaveLength(1);
    expect(events[0]).toContain(NAME);
    expect(engine.trusting('temperature', 'below')(0.3, 21_600)).toBeCloseTo(0.3, 12);
  });
});
