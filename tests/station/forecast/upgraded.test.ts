import { describe, expect, it } from 'vitest';
import { ForecastEngine } from '../../../src/station/forecast/engine.ts';
import { Head } from '../../../src/station/forecast/learners/head.ts';
import type { PendingRow, PendingStore } from '../../../src/station/forecast/pending.ts';
import type { Target } from '../../../src/station/signals.ts';
import { settingsFor, weather } from './weather.ts';

const STEP_S = 1800;
/** Behind five experts and the blend. */
const TREES_AT = 7;

/** Finalists of the program before: the blend, trees, the net. */
const withTrees = (payload: Float64Array): Float64Array =>
  Float64Array.from([...payload.slice(0, TREES_AT), 0, ...payload.slice(TREES_AT)]);

/** Pending forecasts as the program with trees wrote them. */
class OldTable implements PendingStore {
  constructor(private rows: readonly PendingRow[]) {}
  load(): PendingRow[] {
    return this.rows.map((row) => ({ ...row, payload: withTrees(row.payload) }));
  }
  commit(settledUntilS: number): void {
    this.rows = this.rows.filter((row) => row.dueS > settledUntilS);
  }
  forget(target: Target): void {
    this.rows = this.rows.filter((row) => row.target !== target);
  }
}

describe('upgrade from a program with trees', () => {
  it('pending forecasts are scored and learned from as if there had been none', () => {
    const rows = weather(62, 4, STEP_S);
    const waiting: PendingRow[] = [];
    const through = new ForecastEngine(settingsFor(STEP_S));
    for (const row of rows.slice(0, 140)) waiting.push(...through.tick(row).issued);
    const saved = JSON.parse(JSON.stringify(through.components())) as ReturnType<ForecastEngine['components']>;
    const pending = new OldTable(waiting.filter(({ dueS }) => dueS > rows[139]!.tS));
    const upgraded = new ForecastEngine(settingsFor(STEP_S), { pending });
    upgraded.restore((name) => saved.find((one) => one.name === name)?.state ?? null);
    expect(upgraded.pendingCount).toBe(through.pendingCount);
    for (const row of rows.slice(140)) expect(upgraded.tick(row).matured).toEqual(through.tick(row).matured);
    expect(JSON.stringify(upgraded.components())).toBe(JSON.stringify(through.components()));
  });

  it('a payload of another length is of another making', () => {
    const [queue] = [new ForecastEngine(settingsFor(STEP_S))];
    const issued = weather(62, 1, STEP_S).flatMap((row) => queue.tick(row).issued);
    const odd = issued.map((row) => ({ ...row, payload: row.payload.slice(1) }));
    const pending: PendingStore = { load: () => odd, commit: () => undefined, forget: () => undefined };
    const engine = new ForecastEngine(settingsFor(STEP_S), { pending });
    engine.restore(() => null);
    expect(engine.pendingCount).toBe(0);
  });

  it('the shares of blend and net go on, without that of the trees', () => {
    const pairs = { pairs: 500, reach: 1, reachErrors: [0, 0, 0] };
    const final = { ...pairs, m: [9, 5, 4, 5, 8, 3, 4, 3, 7], mixture: [0.5, 0.2, 0.3], weights: [0.5, 0.2, 0.3] };
    const head = new Head('temperature', 3600, 300).toJSON();
    const restored = Head.fromJSON(
      { ...head, final: { ...final, reachErrors: head.blend.reachErrors } },
      'temperature',
      3600,
      300,
    );
    expect(restored.toJSON().final).toMatchObject({ m: [9, 4, 4, 7], mixture: [0.5, 0.3], weights: [0.7, 0.3] });
  });
});

describe('a station that never asked itself anything', () => {
  const rows = weather(63, 4, STEP_S);
  const lived = new ForecastEngine(settingsFor(STEP_S));
  for (const row of rows) lived.tick(row);
  const all = JSON.parse(JSON.stringify(lived.components())) as ReturnType<ForecastEngine['components']>;
  const NAME = 'forecast.chance';

  const restoredWith = (state: unknown) => {
    const events: string[] = [];
    const report = (_kind: string, _severity: string, { detail }: { detail: string }) => void events.push(detail);
    const engine = new ForecastEngine(settingsFor(STEP_S), { report });
    engine.restore((name) => (name === NAME ? state : (all.find((one) => one.name === name)?.state ?? null)));
    const others = engine.components().filter(({ name }) => name !== NAME);
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
