import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DAY_S } from '../../../src/base/durations.ts';
import { Zone } from '../../../src/base/zone.ts';
import { openSource } from '../../../src/station/imports/open-source.ts';
import { civilOf, LocalTimes } from '../../../src/station/imports/text/local-time.ts';
import { asGermanCumulus, madeWeather } from './made-files.ts';

const iso = (tS: number): string => new Date(tS * 1000).toISOString().slice(0, 16);
const civil = (text: string): number => civilOf(text, 'dmy')!.civil;

/** Moments of a file's lines, UTC; `gap` for an hour that the clock skips. */
function moments(zone: string, lines: readonly string[], newestFirst = false): string[] {
  const times = new LocalTimes(new Zone(zone), newestFirst);
  return lines.map((line) => {
    const stamped = times.momentOf(civil(line));
    return stamped === null ? 'gap' : `${iso(stamped.tS)}${stamped.ambiguous ? ' ?' : ''}`;
  });
}

describe('local times of a file', () => {
  it('Copenhagen, the night of 25 hours: the jump back marks the second hour', () => {
    const lines = [
      '2017-10-29 01:50',
      '2017-10-29 02:00',
      '2017-10-29 02:30',
      '2017-10-29 02:50',
      '2017-10-29 02:00',
      '2017-10-29 02:30',
      '2017-10-29 03:00',
    ];
    expect(moments('Europe/Copenhagen', lines)).toEqual([
      '2017-10-28T23:50',
      '2017-10-29T00:00 ?',
      '2017-10-29T00:30 ?',
      '2017-10-29T00:50 ?',
      '2017-10-29T01:00 ?',
      '2017-10-29T01:30 ?',
      '2017-10-29T02:00',
    ]);
  });

  it('lines an hour apart do not jump back: the time that stands twice is both hours', () => {
    const lines = ['2017-10-29 01:00', '2017-10-29 02:00', '2017-10-29 02:00', '2017-10-29 03:00'];
    const expected = ['2017-10-28T23:00', '2017-10-29T00:00 ?', '2017-10-29T01:00 ?', '2017-10-29T02:00'];
    expect(moments('Europe/Copenhagen', lines)).toEqual(expected);
    expect(moments('Europe/Copenhagen', [...lines].reverse(), true)).toEqual([...expected].reverse());
    const howe = ['2018-04-01 01:00', '2018-04-01 01:30', '2018-04-01 01:30', '2018-04-01 02:00'];
    expect(moments('Australia/Lord_Howe', howe).slice(1, 3)).toEqual(['2018-03-31T14:30 ?', '2018-03-31T15:00 ?']);
  });

  it('newest first, the same moments come the other way round', () => {
    const lines = [
      '2017-10-29 01:50',
      '2017-10-29 02:00',
      '2017-10-29 02:50',
      '2017-10-29 02:00',
      '2017-10-29 02:50',
      '2017-10-29 03:00',
    ];
    expect(moments('Europe/Copenhagen', [...lines].reverse(), true)).toEqual(
      [...moments('Europe/Copenhagen', lines)].reverse(),
    );
  });

  it('Copenhagen, the night of 23 hours: what the clock skips has no moment', () => {
    expect(moments('Europe/Copenhagen', ['2018-03-25 01:55', '2018-03-25 02:30', '2018-03-25 03:00'])).toEqual([
      '2018-03-25T00:55',
      'gap',
      '2018-03-25T01:00',
    ]);
  });

  it('Lord Howe, where the clock goes by half an hour: back in April, forward in October', () => {
    // 2018-04-01 02:00 is 01:30 again.
    const lines = [
      '2018-04-01 01:25',
      '2018-04-01 01:30',
      '2018-04-01 01:55',
      '2018-04-01 01:30',
      '2018-04-01 01:55',
      '2018-04-01 02:00',
    ];
    expect(moments('Australia/Lord_Howe', lines)).toEqual([
      '2018-03-31T14:25',
      '2018-03-31T14:30 ?',
      '2018-03-31T14:55 ?',
      '2018-03-31T15:00 ?',
      '2018-03-31T15:25 ?',
      '2018-03-31T15:30',
    ]);
    expect(moments('Australia/Lord_Howe', ['2018-10-07 01:55', '2018-10-07 02:10', '2018-10-07 02:30'])).toEqual([
      '2018-10-06T15:25',
      'gap',
      '2018-10-06T15:30',
    ]);
  });

  it('a line twice in the doubled hour is no jump', () => {
    expect(moments('Europe/Copenhagen', ['2017-10-29 02:00', '2017-10-29 02:00', '2017-10-29 02:10'])).toEqual([
      '2017-10-29T00:00 ?',
      '2017-10-29T00:00 ?',
      '2017-10-29T00:10 ?',
    ]);
  });
});

describe('dates of a file', () => {
  it.each([
    ['28/11/2017 08:00:00', 'dmy', '2017-11-28T08:00'],
    ['11/28/2017 8:05 PM', 'mdy', '2017-11-28T20:05'],
    ['11/28/17 12:05 am', 'mdy', '2017-11-28T00:05'],
    ['29.10.17 02:50', 'dmy', '2017-10-29T02:50'],
    ['2017-10-29T02:50:00.000', 'dmy', '2017-10-29T02:50'],
    ['2017/10/29 02:50', 'dmy', '2017-10-29T02:50'],
    ['02/08/2022   15:30', 'dmy', '2022-08-02T15:30'],
  ] as const)('%s is %s', (text, order, expected) => {
    expect(iso(civilOf(text, order)!.civil)).toBe(expected);
  });

  it.each(['31/02/2020 00:00', '', 'yesterday', '2020-13-01 00:00', '12345'])('%j is none', (text) => {
    expect(civilOf(text, 'dmy')).toBeNull();
  });
});

describe('the nights that the clocks change, in every format that has local times', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nights-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const nights: readonly (readonly [zone: string, night: string])[] = [
    ['Europe/Copenhagen', '2017-10-29'],
    ['Europe/Copenhagen', '2018-03-25'],
    ['Australia/Lord_Howe', '2018-04-01'],
    ['Australia/Lord_Howe', '2018-10-07'],
    ['America/Santiago', '2018-05-13'],
  ];
  const two = (value: number): string => `${value}`.padStart(2, '0');

  it.each(nights)('%s, %s: each line has its moment', (zoneName, night) => {
    const zone = new Zone(zoneName);
    const startS = Date.parse(`${night}T00:00Z`) / 1000 - DAY_S;
    for (const minutes of [5, 10, 30]) {
      const rows = madeWeather(startS, startS + 2 * DAY_S, minutes * 60);
      const want = rows.map(({ tS }) => tS + minutes * 60);
      const local = (tS: number) => new Date((tS + zone.offsetS(tS)) * 1000);
      const ecowitt = want.map((tS) => `${local(tS).toISOString().slice(0, 16).replace('T', ' ')},1`);
      const american = want.map((tS) => {
        const at = local(tS);
        const half = at.getUTCHours() < 12 ? 'AM' : 'PM';
        const time = `${at.getUTCHours() % 12 || 12}:${two(at.getUTCMinutes())} ${half}`;
        return `${at.getUTCMonth() + 1}/${at.getUTCDate()}/${at.getUTCFullYear()},${time},1`;
      });
      const files = asGermanCumulus(mkdtempSync(join(folder, 'cumulus-')), rows, zoneName, minutes);
      const csv = (name: string, heading: string, lines: readonly string[]): string => {
        writeFileSync(join(folder, name), `${[heading, ...lines].join('\n')}\n`);
        return join(folder, name);
      };
      const forms: readonly (readonly string[])[] = [
        files,
        [csv('ecowitt.csv', 'Time,Outdoor Temperature(℃)', ecowitt)],
        [csv('newest.csv', 'Time,Outdoor Temperature(℃)', ecowitt.toReversed())],
        [csv('american.csv', 'Date,Time,Temperature (°C)', american)],
      ];
      for (const form of forms) {
        const asked = { zone, units: null, order: form[0]!.includes('american') ? ('mdy' as const) : null, map: null };
        const reads = form.flatMap((path) => [...openSource(path, asked).read()].map(({ read }) => read));
        const times = reads.map((read) => ('refused' in read ? Number.NaN : read.tS)).sort((a, b) => a - b);
        expect(times, `${form[0]} ${minutes}`).toEqual(want);
      }
    }
  });
});

describe('the time of a line', () => {
  it('may be the 24 o’clock that ends a day, and no later hour, minute or date that is none', () => {
    for (const text of ['2026-06-30 24:00', '30.06.2026 24:00', '2026-06-30 24:00:00'])
      expect(iso(civil(text))).toBe('2026-07-01T00:00');
    for (const text of [
      '2026-06-30 24:05',
      '2026-06-30 25:00',
      '2026-06-30 12:60',
      '2026-02-30 24:00',
      '31.06.2026 10:00',
    ])
      expect(civilOf(text, 'dmy'), text).toBeNull();
  });
});
