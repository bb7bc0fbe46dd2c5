import { describe, expect, it } from 'vitest';
import { DAY_S, HOUR_S } from '../../../src/base/durations.ts';
import { TARGETS } from '../../../src/contract/names.ts';
import { Trust } from '../../../src/station/forecast/chance/trust.ts';
import { ForecastEngine } from '../../../src/station/forecast/engine.ts';
import type { PendingRow } from '../../../src/station/forecast/pending.ts';
import { seeded } from '../../support/seeded.ts';
import { learnedBy } from './learned.ts';
import { bareRow, settingsFor, weather } from './weather.ts';

const STEP_S = 900;

/** Answers that somebody keeps, each beside what was written in it. */
class Held {
  readonly #kept: { answer: unknown; was: string; untilS: number }[] = [];

  keep(answer: unknown, untilS = Number.POSITIVE_INFINITY): void {
    this.#kept.push({ answer, was: plain(answer), untilS });
  }

  changed(nowS: number): unknown[] {
    return this.#kept.filter(({ untilS }) => nowS < untilS).filter(({ answer, was }) => plain(answer) !== was);
  }
}

const plain = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (ArrayBuffer.isView(one) ? [...(one as Float64Array)] : one));

describe('what an engine has answered', () => {
  it('does not change under who keeps it, though arrays serve again: through gaps, refreshes, pauses and another scale', () => {
    const held = new Held();
    const engine = new ForecastEngine(settingsFor(STEP_S), {
      pending: {
        load: () => [],
        commit: (_, issued: readonly PendingRow[]) => {
          for (const row of issued) held.keep(row, row.dueS);
        },
        forget: () => {},
      },
    });
    const rows = weather(17, 5, STEP_S);
    const payloads = new Set<Float64Array>();
    for (const [i, row] of rows.entries()) {
      if (i % 97 > 90) continue; // nobody was there
      const { matured, issued } = engine.tick(i % 41 === 0 ? { ...bareRow(row.tS), stationHpa: row.stationHpa } : row);
      if (i % 12 === 0) {
        held.keep(matured);
        held.keep(engine.bundle());
        held.keep(learnedBy(engine));
        for (const target of TARGETS) held.keep(engine.newest(target, DAY_S)?.issue ?? null);
      }
      if (i % 25 === 0) held.keep(engine.refresh({ ...row, tS: row.tS + 60 }));
      if (i % 130 === 129) engine.pause(row.tS + 2 * HOUR_S);
      if (i === 300) engine.releveling.lookBack(rows.slice(i - 99, i + 1), ['temperature']);
      for (const { payload } of issued) payloads.add(payload);
      expect(new Set(issued.map(({ payload }) => payload)).size).toBe(issued.length);
      if (i % 48 === 0) expect(held.changed(row.tS), `tick ${i}`).toEqual([]);
    }
    expect(held.changed(rows.at(-1)!.tS)).toEqual([]);
    expect(payloads.size).toBeLessThan(rows.length * 9); // they do serve again
  });
});

describe('a chance, whatever a station has learned of its own', () => {
  it('is never less for a value that is easier, or for who has more time', () => {
    const engine = new ForecastEngine(settingsFor(STEP_S));
    const rows = weather(23, 8, STEP_S);
    for (const row of rows) engine.tick(row);
    const { uniform } = seeded(3);
    for (let round = 0; round < 3; round++) {
      const trust = new Trust();
      for (const target of TARGETS)
        for (const side of ['below', 'above'] as const)
          for (const spanS of [6 * HOUR_S, DAY_S]) {
            const often = uniform();
            for (let i = 0; i < 400; i++) trust.learn(target, side, spanS, 0.02 + 0.96 * uniform(), uniform() < often);
          }
      for (const target of TARGETS) {
        const paths = engine.paths(target)!;
        const now = engine.newest(target, DAY_S)!.issue.experts[0]! * engine.newest(target, DAY_S)!.ratio;
        for (const side of ['below', 'above'] as const) {
          const trusted = trust.predict(target, side);
          const at = (by: number, leadS: number) =>
            paths.chance(side, now + (side === 'below' ? by : -by), paths.issuedS + leadS, trusted)!;
          let before = Array.from({ length: 26 }, () => 0);
          for (const by of [-1e9, -12, -6, -3, -1, -0.3, -0.01, 0, 0.01, 0.3, 1, 6, 1e9]) {
            const row = [
              1,
              299,
              300,
              899,
              900,
              1200,
              3599,
              3600,
              5000,
              ...Array.from({ length: 17 }, (_, i) => 7200 + (i * (DAY_S - 7200)) / 16),
            ].map((s) => at(by, s));
            for (const [i, chance] of row.entries()) {
              expect(chance, `${target} ${side} ${by}, ${i}`).toBeGreaterThanOrEqual(before[i]!);
              if (i > 0)
                expect(chance, `${target} ${side} ${by}, ${i} after ${i - 1}`).toBeGreaterThanOrEqual(
                  row[i - 1]! - 1e-12,
                );
            }
            before = row;
          }
          expect(before).toEqual(before.map(() => 1));
        }
      }
    }
  });
});
