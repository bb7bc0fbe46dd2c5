import { describe, expect, it } from 'vitest';
import { FLEET_FIELDS, FLEET_LIMITS } from '../../src/contract/fleet-line.ts';
import { type Batch, linesFor, readBatch } from '../../src/hub/ingest/batch.ts';
import fc from '../support/drawn.ts';

const NOW_S = 1_795_287_000;
const read = (text: string): Batch => readBatch(text, NOW_S);
const refusal = (text: string): string => {
  const batch = read(text);
  return 'refused' in batch ? batch.refused : '';
};
const kept = (text: string): string => {
  const batch = read(text);
  if ('refused' in batch) throw new Error(batch.refused);
  return linesFor('north', batch.rows);
};

describe('a batch', () => {
  it('is written anew under the station of the login, whoever it says it is', () => {
    expect(kept(`wx,rev=2,station=south temp=21.37,hum=48.2 ${NOW_S}\n`)).toBe(
      `wx,station=north,rev=2 temp=21.37,hum=48.2 ${NOW_S}\n`,
    );
    expect(kept(`wx,station=a,station=b temp=1 ${NOW_S}\r\n\n`)).toBe(`wx,station=north,rev=0 temp=1 ${NOW_S}\n`);
    expect(kept(`wx_fc,horizon=6h,target=pressure mu=1003.25,halfwidth=0.4 ${NOW_S}`)).toBe(
      `wx_fc,station=north,target=pressure,horizon=6h mu=1003.25,halfwidth=0.4 ${NOW_S}\n`,
    );
  });

  /** What VictoriaMetrics 1.79 answers with 204 and stores as something else: 0, infinity, 5, 1, or nothing at all. */
  it.each([
    'wx temp="abc" T',
    'wx temp=--3 T',
    'wx temp=12abc T',
    'wx temp=inf T',
    'wx temp=+Inf T',
    'wx temp=1e400 T',
    'wx temp=1e1 T',
    'wx temp=0x10 T',
    'wx temp=t T',
    'wx temp=true T',
    'wx temp=5i T',
    'wx temp=NaN T',
    'wx temp= T',
    'wx temp T',
    'wx temp=1,hum= T',
    'wx temp=1.5u T',
    'wx temp=1,5 T',
    'wx temp=.5 T',
    'wx temp=5. T',
    'wx temp=1,temp=2 T',
    'wx  temp=1 T',
    'wx temp=1 T T',
    'wx temp=1',
    'wx temp=1 T.5',
    'wx temp=1 T000',
    'wx temp=1 -5',
    'wx temp=900 T',
    'wx hum=111 T',
    'wx slp=-3 T',
    'wx Wind=3 T',
    'wx fc_mu=3 T',
    'wx station=3 T',
    'wx time=3 T',
    'wx wind=1e3 T',
    `wx ${'w'.repeat(33)}=3 T`,
    'wx toString=3 T',
    'wx,place=attic temp=1 T',
    'wx,rev=-1 temp=1 T',
    'wx,rev=01 temp=1 T',
    'wx,rev=1,rev=2 temp=1 T',
    'wx,rev temp=1 T',
    'wx, temp=1 T',
    'wx\\,station=a temp=1 T',
    'wx,station="a b" temp=1 T',
    'constructor temp=1 T',
    'up value=1 T',
    'wx_fc,target=temperature mu=1 T',
    'wx_fc,target=wind,horizon=6h mu=1 T',
    'wx_fc,target=temperature,horizon=5h mu=1 T',
    'wx_score,target=temperature,horizon=6h coverage=1.2 T',
    '# comment',
    'wx temp=1 T\u0000',
  ])('that holds %j is refused whole, with the line told', (line) => {
    const text = `wx temp=20 ${NOW_S}\n${line.replaceAll('T', String(NOW_S - 300))}\n`;
    expect(refusal(text)).toMatch(/^line 2: .{10,200}$/);
  });

  it('takes no time but that of rows that may be true', () => {
    expect(refusal(`wx temp=1 ${NOW_S + FLEET_LIMITS.aheadS + 1}`)).toMatch(/601 s ahead/);
    expect(refusal(`wx temp=1 ${FLEET_LIMITS.firstS - 1}`)).toMatch(/before the year 2000/);
    expect(kept(`wx temp=1 ${NOW_S + FLEET_LIMITS.aheadS}`)).toContain('temp=1');
    expect(kept(`wx temp=1 ${FLEET_LIMITS.firstS}`)).toContain('temp=1');
  });

  it('says one thing about one moment', () => {
    expect(refusal(`wx temp=1 ${NOW_S}\nwx temp=2 ${NOW_S}`)).toMatch(/two values of temp/);
    expect(kept(`wx temp=1 ${NOW_S}\nwx temp=1.0 ${NOW_S}`).trim().split('\n')).toHaveLength(1);
    expect(kept(`wx temp=1 ${NOW_S}\nwx,rev=1 temp=2 ${NOW_S}`).trim().split('\n')).toHaveLength(2);
  });

  it('keeps a field that only a newer station knows, in any measurement', () => {
    expect(kept(`wx temp=1,wind_gust=12.5 ${NOW_S}`)).toBe(`wx,station=north,rev=0 temp=1,wind_gust=12.5 ${NOW_S}\n`);
    expect(kept(`wx_station version=1,uptime=5 ${NOW_S}`)).toContain('uptime=5');
    expect(refusal(`wx wind=1,wind=2 ${NOW_S}`)).toMatch(/twice/);
  });

  it('leaves out a series that only a newer station knows, and keeps the others', () => {
    const batch = read(`wx temp=1 ${NOW_S}\nwx_air,place=attic pm=3,wind_gust=1.5 ${NOW_S}\n`);
    expect(batch).toMatchObject({ leftOut: 1, rows: [{ measurement: 'wx' }] });
    expect(read(`wx_air pm=3 ${NOW_S}`)).toEqual({ leftOut: 1, rows: [] });
    for (const bad of [
      'wx_air pm=inf T',
      'wx_air pm=1',
      'wx_air,place pm=1 T',
      'wx_Air pm=1 T',
      'wxx pm=1 T',
      'wx_ pm=1 T',
    ])
      expect(refusal(bad.replace('T', String(NOW_S)))).toMatch(/^line 1: /);
  });

  it('has an end, and holds something', () => {
    expect(refusal('')).toMatch(/no line/);
    expect(refusal('\n\n')).toMatch(/no line/);
    expect(refusal(`wx temp=1 ${NOW_S}\n`.repeat(FLEET_LIMITS.lines + 1))).toMatch(/at most/);
    expect(refusal(`wx temp=1 ${NOW_S} ${'x'.repeat(2000)}`)).toMatch(/longer than/);
  });

  it.each(['wx', 'wx_newer'])('has no more values than a station’s rows, or is read for seconds: %s', (series) => {
    const names = Array.from({ length: 150 }, (_, i) => `f${i}=1`).join(',');
    const most = Math.floor(FLEET_LIMITS.values / 150);
    const lines = (n: number) => Array.from({ length: n }, (_, i) => `${series} ${names} ${NOW_S - i}\n`).join('');
    expect(refusal(lines(most))).toBe('');
    expect(refusal(lines(most + 1))).toMatch(/at most 100000 values/);
  });

  it('comes out as it went in, for all rows a station can write', () => {
    const known = Object.keys(FLEET_FIELDS['wx']!.fields);
    const row = fc.record({
      tS: fc.integer({ min: FLEET_LIMITS.firstS, max: NOW_S }),
      rev: fc.integer({ min: 0, max: FLEET_LIMITS.revMost }),
      fields: fc.dictionary(fc.constantFrom(...known), fc.integer({ min: 80_000, max: 110_000 }), { minKeys: 1 }),
    });
    fc.assert(
      fc.property(row, ({ tS, rev, fields }) => {
        const texts = Object.entries(fields).map(([name, x]) => {
          const [least, most] = FLEET_FIELDS['wx']!.fields[name]!;
          return `${name}=${(least + ((most - least) * (x - 80_000)) / 30_000).toFixed(2)}`;
        });
        expect(kept(`wx,rev=${rev} ${texts.join(',')} ${tS}`)).toBe(
          `wx,station=north,rev=${rev} ${texts.join(',')} ${tS}\n`,
        );
      }),
    );
  });

  it('never lets anything through that is not written as it must be, whatever is sent', () => {
    const LINE =
      /^wx(_fc|_score|_station)?,station=north(,(rev|target|horizon)=[a-z0-9]+)* [a-z]+=-?[\d.]+(,[a-z]+=-?[\d.]+)* \d+$/;
    const piece = fc.constantFrom(
      'wx',
      ',',
      ' ',
      '=',
      'temp',
      'rev',
      'station',
      '1',
      '-',
      '.',
      'inf',
      '"',
      '\\',
      '\n',
      String(NOW_S),
      'i',
      'é',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const batch = read(`wx temp=1 ${NOW_S}\n${pieces.join('')}`);
        if ('refused' in batch) return;
        for (const line of linesFor('north', batch.rows).trimEnd().split('\n')) expect(line).toMatch(LINE);
      }),
      { numRuns: 500 },
    );
  });
});
