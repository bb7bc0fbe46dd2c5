import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../src/station/store/sqlite/database.ts';
import { FIVE_MIN, RAW } from '../../../../src/station/store/tiers/tier.ts';
import { Watermarks } from '../../../../src/station/store/tiers/watermarks.ts';
import { fold } from '../../../support/store-work.ts';
import { NOON, sample, Workshop } from '../support.ts';

const workshop = new Workshop();

const DAY = 86_400;
const never = new AbortController().signal;

describe('records', () => {
  it('hold the exact moment, the first of equal values, and survive restart and folding', async () => {
    const folder = workshop.folder();
    const store = workshop.open({ folder, rawRetentionDays: 1, fiveMinRetentionDays: 2 });
    for (let i = 0; i < 5000; i += 1) {
      const ts = NOON - 6 * DAY + i * 100;
      store.samples.append(
        sample(ts, i === 1234 || i === 2000 ? 35 : 20 + (i % 7), { press_slp: i === 77 ? 960.5 : 1010 }),
      );
    }
    store.flush();
    const wanted = {
      temp_max: { ts: NOON - 6 * DAY + 123_400, value: 35 },
      temp_min: { ts: NOON - 6 * DAY, value: 20 },
      press_min: { ts: NOON - 6 * DAY + 7700, value: 960.5 },
      hum_max: null,
      coverage: { first_ts: NOON - 6 * DAY, last_ts: NOON - 6 * DAY + 499_900, rows: 5000 },
    };
    expect(store.history.records()).toMatchObject(wanted);
    await fold(store, never);
    store.close();
    const { coverage, ...records } = workshop.open({ folder }).history.records();
    expect(records).toMatchObject({
      temp_max: wanted.temp_max,
      temp_min: wanted.temp_min,
      press_min: wanted.press_min,
    });
    expect(coverage.first_ts).toBe(NOON - 6 * DAY);
  });

  it('know a rise from a fall and do not believe 10 hPa/h', () => {
    const store = workshop.open();
    [0.4, 3.2, 10.1, -12, null, 1].forEach((rate, i) => {
      store.samples.append(sample(NOON + i, 20, { press_rate: rate }));
    });
    expect(store.history.records()).toMatchObject({ rate_rise: { ts: NOON + 1, value: 3.2 }, rate_fall: null });
    store.samples.append(sample(NOON + 9, 20, { press_rate: -0.2 }));
    expect(store.history.records().rate_fall).toEqual({ ts: NOON + 9, value: -0.2 });
  });

  it('have nothing to say before the first sample', () => {
    const { coverage, ...records } = workshop.open().history.records();
    expect(new Set(Object.values(records))).toEqual(new Set([null]));
    expect(coverage).toEqual({ first_ts: null, last_ts: null, rows: 0 });
  });

  it('and what a commit broke are refused or kept together', () => {
    const folder = workshop.folder();
    const store = workshop.open({ folder });
    const other = openDatabase(join(folder, 'weatherglass.db'));
    other.exec("CREATE TRIGGER full BEFORE INSERT ON sample BEGIN SELECT RAISE(ABORT, 'no room'); END");
    store.samples.append(sample(NOON, 52));
    store.flush(); // a trigger that raises is a disk that takes nothing: the sample waits
    expect(other.prepare('SELECT count(*) FROM record').pluck().get()).toBe(0);
    expect(store.history.records().temp_max).toEqual({ ts: NOON, value: 52 });
    other.exec('DROP TRIGGER full');
    store.flush();
    expect(other.prepare("SELECT value FROM record WHERE name = 'temp_max'").pluck().get()).toBe(52);
    other.close();
  });
});

describe('watermarks', () => {
  it('are what the table says, whoever wrote it and whatever was rolled back', () => {
    const folder = workshop.folder();
    workshop.open({ folder });
    const mine = openDatabase(join(folder, 'weatherglass.db'));
    const theirs = openDatabase(join(folder, 'weatherglass.db'));
    const marks = new Watermarks(mine);
    expect(() =>
      mine.transaction(() => {
        marks.advance(RAW, NOON);
        throw new Error('the disk is full');
      })(),
    ).toThrow('full');
    expect(marks.rawFrom).toBe(0);
    new Watermarks(theirs).advance(FIVE_MIN, NOON);
    expect(marks.fiveFrom).toBe(NOON);
    mine.close();
    theirs.close();
  });
});
