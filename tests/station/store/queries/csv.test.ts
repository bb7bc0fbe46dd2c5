import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CsvShape, PLAIN_CSV } from '../../../../src/contract/names.ts';
import { Gather } from '../../../../src/station/imports/gather.ts';
import { FLAG } from '../../../../src/station/quality/flags.ts';
import { openReadOnly } from '../../../../src/station/store/sqlite/database.ts';
import { DATABASE_FILE } from '../../../../src/station/store/store.ts';
import { NOON, sample, Workshop } from '../support.ts';

const workshop = new Workshop();

const HOUR = 3600;
/** Two hours: one that an import brought, one that was measured, with a spike and 2 m/s of wind. */
function mixed() {
  const store = workshop.open();
  for (let ts = NOON - HOUR; ts <= NOON + 300; ts += 10) {
    const narrow = ts === NOON - 1000 ? { narrow: { windSpeedMs: 2, soil1Pct: 41 } } : {};
    const flags = ts === NOON - 500 ? { flags: { temperature: FLAG.spike, humidity: FLAG.handGood } } : {};
    const air = { hum_smooth: 50, press_slp: 1013, dew: 9.3 };
    store.samples.append({ ...sample(ts, ts === NOON - 500 ? 85 : 20), ...air, ...narrow, ...flags });
  }
  store.flush();
  const job = store.imports.begin(
    { files: ['weewx.sdb'], digest: 'a', format: 'weewx', startedS: NOON },
    { fromS: NOON - 2 * HOUR, untilS: NOON - HOUR, hours: [NOON - 2 * HOUR] },
  );
  const scale = { k: 0, humidityOffset: 0, psychrometric: false, altitudeM: 0, air: null, barometer: null };
  const placing = { core: 'outdoor' as const, place: { latitude: 50, longitude: 7 }, scale, stepS: 300 };
  const gather = new Gather(placing, store.imports.uncovered(job), 'weewx');
  gather.add({ tS: NOON - 2 * HOUR + 300, widthS: 300, values: { outdoorTemperatureC: 10 } });
  store.imports.put(job, gather.end());
  store.imports.end(job, NOON, 0);
  const lines = (shape: Partial<CsvShape>, fromS = NOON - 2 * HOUR, untilS = NOON) =>
    [...store.history.csv(fromS, untilS, { ...PLAIN_CSV, ...shape })]
      .join('')
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
  return { store, lines };
}

describe('CSV: a line for each row', () => {
  it('keeps to the columns of its head where a new sensor is heard behind it', () => {
    const { store } = mixed();
    const pages = store.history.csv(NOON - 60, NOON, { ...PLAIN_CSV, flags: 'each' });
    const head: string = pages.next().value;
    store.samples.append(sample(NOON + 310, 20, { narrow: { rainMm: 0.2 } }));
    const page: string = pages.next().value;
    expect(page.split('\r\n')[0]!.split(',')).toHaveLength(head.split(',').length);
  });

  it('names units when asked to, and is as it always was otherwise', () => {
    const { lines } = mixed();
    expect(lines({})[0]!.join()).toBe(
      'iso_time,ts,temp_smooth,hum_smooth,press_slp,dew_c,temp_rate,press_rate,cpu_temp,lux,tier,temp_raw,hum_raw,wind_ms,soil1_pct',
    );
    expect(lines({ units: 'metric' })[0]!.join()).toBe(
      'iso_time,ts,temp_smooth_c,hum_smooth_pct,press_slp_hpa,dew_c,temp_rate_c_per_h,press_rate_hpa_per_h,cpu_temp_c,lux,tier,temp_raw_c,hum_raw_pct,wind_ms,soil1_pct',
    );
    const [metric, imperial] = [lines({ units: 'metric' }), lines({ units: 'imperial' })];
    expect(imperial[0]!.join()).toContain('temp_smooth_f,hum_smooth_pct,press_slp_inhg,dew_f,temp_rate_f_per_h');
    expect(imperial).toHaveLength(metric.length);
    metric.slice(1).forEach((row, i) => {
      const other = imperial[i + 1]!;
      const is = (at: number, expected: number) => row[at] && expect(Number(other[at])).toBeCloseTo(expected, 3);
      is(2, Number(row[2]) * 1.8 + 32);
      is(4, Number(row[4]) / 33.8639);
      is(13, Number(row[13]) * 2.23694);
    });
  });

  it('has flags in a column for each signal, or in one', () => {
    const { lines } = mixed();
    const spike = (rows: string[][]) => rows.find((row) => row[1] === String(NOON - 500))!;
    const [each, one] = [lines({ flags: 'each' }), lines({ flags: 'one' })];
    expect(each[0]!.slice(15, 20)).toEqual([
      'temperature_flags',
      'humidity_flags',
      'pressure_flags',
      'outdoor_flags',
      'light_flags',
    ]);
    expect(spike(each).slice(15, 20)).toEqual(['4', '128', '0', '0', '0']);
    expect(one[0]!.slice(15)).toEqual(['flags']);
    expect(spike(one).slice(15)).toEqual(['temperature:4 humidity:128']);
    expect(one.filter((row) => row[15] !== '')).toHaveLength(2);
    expect([spike(one)[2], spike(lines({}))[2]]).toEqual(['85', '']);
  });

  it('says of each row whether it was measured or which import brought it, and so do the views', () => {
    const { lines, store } = mixed();
    const [head, ...rows] = lines({ provenance: true });
    expect(head!.at(-1)).toBe('source');
    expect(rows.filter((row) => row.at(-1) === 'import 1').map((row) => row[1])).toEqual([String(NOON - 2 * HOUR)]);
    expect(new Set(rows.slice(1).map((row) => row.at(-1)))).toEqual(new Set(['measured']));
    store.flush();
    const db = openReadOnly(join(store.folder, DATABASE_FILE));
    const inView = { in_view: 'v_five_minutes', time_s: NOON - 2 * HOUR, import_job: 1 };
    expect(db.prepare("SELECT * FROM v_imported_rows WHERE in_view = 'v_five_minutes'").all()).toEqual([inView]);
    expect(db.prepare('SELECT import_job, state, files, imported_rows FROM v_imports').all()).toEqual([
      { import_job: 1, state: 'done', files: '["weewx.sdb"]', imported_rows: 1 },
    ]);
    db.close();
  });
});

describe('CSV: a line for each value', () => {
  it('says the same as a line for each row, with every quantity, unit, flag and source', () => {
    const { lines } = mixed();
    const [wideHead, ...wide] = lines({ units: 'imperial', flags: 'each' });
    const [head, ...long] = lines({ layout: 'long', units: 'imperial', flags: 'one', provenance: true });
    expect(head!.join()).toBe('iso_time,ts,tier,quantity,value,unit,flags,source');
    const values = new Map(long.map((row) => [`${row[1]} ${row[3]}`, row]));
    expect(values.size).toBe(long.length);
    let compared = 0;
    for (const row of wide)
      for (const [at, name] of [
        [2, 'temp_smooth'],
        [4, 'press_slp'],
        [11, 'temp_raw'],
        [13, 'wind'],
      ] as const) {
        const found = values.get(`${row[1]} ${name}`);
        expect(found?.[4] ?? '', `${row[1]} ${name}`).toBe(row[at]);
        compared += found ? 1 : 0;
      }
    expect(compared).toBeGreaterThan(1000);
    expect(wideHead).toContain('wind_mph');
    expect(values.get(`${NOON - 1000} soil1`)?.slice(3)).toEqual(['soil1', '41', '%', '0', 'measured']);
    expect(values.get(`${NOON - 500} temp_smooth`)?.slice(4)).toEqual(['185', '°F', '4', 'measured']);
    expect(values.get(`${NOON - 500} dew`)?.[6]).toBe('132');
    expect(values.get(`${NOON - 2 * HOUR} temp_smooth`)?.slice(4)).toEqual(['50', '°F', '0', 'import 1']);
  });
});
