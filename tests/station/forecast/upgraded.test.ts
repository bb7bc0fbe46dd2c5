import { describe, expect, it } from 'vitest';
import { ForecastEngine } from '../../../src/station/forecast/engine.ts';
import { inPresentForm, PAYLOAD_LENGTH, pack, unpack } from '../../../src/station/forecast/heads/payload.ts';
import type { PendingRow, PendingStore } from '../../../src/station/forecast/pending.ts';
import type { Target } from '../../../src/station/signals.ts';
import { settingsFor, weather } from './weather.ts';

const STEP_S = 1800;
/** Places that the programs before knew nothing of: three finalists behind five experts, and the typical station before these. */
const FINALISTS_AT = 6;
const TYPICAL_AT = 5;
const NET_AT = 8;

const without = (payload: Float64Array, fromAt: number): Float64Array =>
  Float64Array.from([...payload.slice(0, fromAt), ...payload.slice(FINALISTS_AT + 3)]);

/** What waits, as the program before the trees wrote it. */
class OldTable implements PendingStore {
  constructor(private rows: readonly PendingRow[]) {}
  load(): PendingRow[] {
    return this.rows.map((row) => ({ ...row, payload: without(row.payload, FINALISTS_AT) }));
  }
  commit(settledUntilS: number): void {
    this.rows = this.rows.filter((row) => row.dueS > settledUntilS);
  }
  forget(target: Target): void {
    this.rows = this.rows.filter((row) => row.target !== target);
  }
}

describe('a forecast that waits at an upgrade', () => {
  it('is scored and learned from as if there had been none', () => {
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

  const { length } = unpack(new Float64Array(PAYLOAD_LENGTH)).phi;
  const parts = {
    experts: Float64Array.of(10, 11, 12, 13, 14),
    finalists: Float64Array.of(12.5, 12.5, 12.5),
    phi: Float64Array.from({ length }, (_, i) => i / 10),
    psi: Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9),
  };
  const whole = pack(true, parts, null);

  it('has the blend as issued for its finalists: its trees were silent', () => {
    expect(inPresentForm(without(whole, FINALISTS_AT), 12.5)).toEqual(whole);
  });

  it('has a typical station that says what persistence says, where it did not know one', () => {
    const silent = pack(true, { ...parts, experts: Float64Array.of(10, 11, 12, 13, 10) }, null);
    expect(inPresentForm(without(whole, TYPICAL_AT), 12.5)).toEqual(silent);
  });

  it('has a net that says what the blend says, where it knew none; its trees spoke', () => {
    const spoke = pack(true, { ...parts, finalists: Float64Array.of(12, 13, 12) }, null);
    expect(inPresentForm(without(spoke, NET_AT), 12.5)).toEqual(spoke);
  });

  it('is itself in the present form, and nothing in any other', () => {
    expect(inPresentForm(whole, 12.5)).toBe(whole);
    for (const length of [0, 1, PAYLOAD_LENGTH - 2, PAYLOAD_LENGTH - 5, PAYLOAD_LENGTH + 1]) {
      expect(inPresentForm(new Float64Array(length), 12.5), `${length}`).toBeNull();
    }
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
