import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { EventRecord } from '../../../../src/contract/events.ts';
import { NOON, Workshop } from '../support.ts';

const workshop = new Workshop();

const event = (ts: number, kind: EventRecord['kind'] = 'sensor'): EventRecord => ({
  ts,
  kind,
  severity: 'info',
  detail: `at ${ts}`,
});

describe('the log of events', () => {
  /** Twelve hundred over a year; every hundred of them within one and the same second, as when a start goes wrong. */
  const filled = () => {
    const store = workshop.open();
    for (let i = 0; i < 1200; i++)
      store.events.add(event(NOON + Math.floor(i / 100) * 30 * 86_400, i % 3 === 0 ? 'novelty' : 'sensor'));
    return store.events;
  };

  it('is read page by page without a loss or a repetition, also through a second in which much happened', () => {
    const log = filled();
    const seen: number[] = [];
    for (let beforeId: number | undefined; ; ) {
      const page = log.recent(70, { beforeId });
      if (page.length === 0) break;
      seen.push(...page.map(({ id }) => id!));
      beforeId = page.at(-1)!.id;
    }
    expect(seen).toEqual(Array.from({ length: 1200 }, (_, i) => 1200 - i));
  });

  it('shows of a stretch of time what happened in it, its end left out', () => {
    const log = filled();
    const [startS, endS] = [NOON + 3 * 30 * 86_400, NOON + 5 * 30 * 86_400];
    const found = log.recent(500, { startS, endS });
    expect(new Set(found.map(({ ts }) => ts))).toEqual(new Set([startS, NOON + 4 * 30 * 86_400]));
    expect(found).toHaveLength(200);
    expect(log.recent(500, { startS, endS, kinds: ['novelty'] })).toHaveLength(67);
    expect(log.recent(500, { startS, endS, kinds: ['novelty'], beforeId: 331 })).toHaveLength(10);
    expect(log.recent(500, { startS: NOON - 10, endS: NOON })).toEqual([]);
  });

  it.each(['{bad', '[1]', 'null', '7'])('tells an event of which a part is %s by its text', (text) => {
    const store = workshop.open();
    const other = new SqliteDatabase(join(store.folder, 'weatherglass.db'));
    const insert = other.prepare(
      "INSERT INTO event (ts, kind, severity, detail, data, code, given) VALUES (?, 'sensor', 'info', ?, ?, ?, ?)",
    );
    insert.run(NOON, 'data', text, 'station.stopped', '{"a":1}');
    insert.run(NOON, 'given', '{"b":2}', 'station.stopped', text);
    other.close();
    const rest = { ts: NOON, kind: 'sensor', severity: 'info' };
    expect(store.events.recent(2)).toEqual([
      { ...rest, id: 2, detail: 'given', data: { b: 2 }, said: null },
      { ...rest, id: 1, detail: 'data', said: { code: 'station.stopped', given: { a: 1 } } },
    ]);
  });
});
