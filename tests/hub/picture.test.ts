import { describe, expect, it } from 'vitest';
import { csvText, isoText } from '../../src/hub/csv.ts';
import { Picture } from '../../src/hub/picture.ts';
import type { Enrolled } from '../../src/hub/registry.ts';

const NOW_S = 1_795_287_000;
const atOnce = async () => undefined;
const enrolled = (login: string): Enrolled => ({
  login,
  name: login.toUpperCase(),
  hash: '{SSHA}',
  added_ts: 1,
  changed_ts: 1,
  revoked_ts: null,
});
const rows = (tS: number, temp: string, more: Array<[string, string]> = []) => [
  { measurement: 'wx', tags: { rev: '0' }, fields: [['temp', temp] as const], tS },
  { measurement: 'wx_station', tags: {}, fields: more, tS },
];
const place = (lat: number, lon: number): Array<[string, string]> => [
  ['lat', String(lat)],
  ['lon', String(lon)],
  ['alt', '0'],
];

describe('the picture of now', () => {
  it('of a station whose clock is behind was seen when it was here, also after a restart, and not in a time to come', () => {
    const picture = new Picture();
    picture.stored('north', rows(NOW_S - 7200, '3.5'));
    picture.contacted('north', NOW_S);
    const seen = (of: Picture) => of.station(enrolled('north'), NOW_S);
    const again = Picture.fromJSON(JSON.parse(JSON.stringify(picture.toJSON(NOW_S))));
    for (const one of [picture, again])
      expect(seen(one)).toMatchObject({ last_seen_ts: NOW_S, last_row_ts: NOW_S - 7200 });
    again.contacted('north', NOW_S + 86_400);
    again.forgetFrom(NOW_S + 600);
    expect(seen(again)).toMatchObject({ last_seen_ts: NOW_S - 7200 });
  });

  it('knows of a station what it said last, and of now only what is from now', () => {
    const picture = new Picture();
    picture.stored(
      'north',
      rows(NOW_S - 600, '3.5', [
        ['version', '12034005'],
        ['health', '1'],
        ['backlog', '9'],
      ]),
    );
    picture.stored('north', rows(NOW_S - 90_000, '-8')); // the past, brought later
    const now = picture.station(enrolled('north'), NOW_S);
    expect(now).toMatchObject({
      temperature: 3.5,
      last_seen_ts: NOW_S - 600,
      last_row_ts: NOW_S - 600,
      version: '12.34.5',
      health: 'warn',
    });
    expect(now).toMatchObject({ backlog_rows: 9, humidity: null });
    const later = picture.station(enrolled('north'), NOW_S + 7200);
    expect(later).toMatchObject({ temperature: null, last_seen_ts: NOW_S - 600, health: 'warn' });
    expect(picture.station(enrolled('south'), NOW_S)).toMatchObject({
      last_seen_ts: null,
      health: 'unknown',
      version: null,
    });
  });

  it('has the last contact and the newest row beside each other', () => {
    const picture = new Picture();
    picture.stored('north', rows(NOW_S - 7200, '3.5', []));
    picture.stored('north', [{ measurement: 'wx_station', tags: {}, fields: [['health', '0']], tS: NOW_S - 60 }]);
    expect(picture.station(enrolled('north'), NOW_S)).toMatchObject({
      last_seen_ts: NOW_S - 60,
      last_row_ts: NOW_S - 7200,
    });
  });

  it('is the same after a restart, and begins anew from a file that is none', () => {
    const picture = new Picture();
    picture.stored('north', rows(NOW_S, '3.5', place(55, 12)));
    const again = Picture.fromJSON(JSON.parse(JSON.stringify(picture.toJSON(NOW_S))));
    expect(again.station(enrolled('north'), NOW_S)).toEqual(picture.station(enrolled('north'), NOW_S));
    for (const broken of [null, 5, {}, { version: 2, saved_ts: 1, stations: {} }])
      expect(Picture.fromJSON(broken).knows('north')).toBe(false);
  });

  it('takes the higher revision of the same moment, and the newer moment of any', () => {
    const picture = new Picture();
    const heard = (tS: number, rev: number, value: number) =>
      picture.merge([{ login: 'north', field: 'wx_temp', tS, rev, value }]);
    heard(NOW_S - 300, 1, 2);
    heard(NOW_S - 300, 0, 1);
    expect(picture.station(enrolled('north'), NOW_S).temperature).toBe(2);
    heard(NOW_S, 0, 5);
    expect(picture.station(enrolled('north'), NOW_S).temperature).toBe(5);
  });

  it('marks the one that differs from six around it, and is silent where fewer are near', async () => {
    const picture = new Picture();
    for (let i = 0; i < 7; i++) picture.stored(`s${i}`, rows(NOW_S, i === 3 ? '14' : '8', place(55 + i / 50, 12)));
    picture.stored('far', rows(NOW_S, '30', place(0, 0)));
    await picture.compare(NOW_S, atOnce);
    const of = (login: string) => picture.station(enrolled(login), NOW_S).neighbours.temperature;
    expect(of('s3')).toEqual({ difference: 6, neighbours: 6, suspect: true });
    expect(of('s0')).toMatchObject({ neighbours: 5, suspect: false });
    expect(of('far')).toBeNull();
  });

  it('holds back nothing that came while the clock of the hub ran ahead', () => {
    const picture = new Picture();
    picture.stored('north', rows(NOW_S + 365 * 86_400, '3.5', [['health', '2']]));
    expect(picture.forgetFrom(NOW_S + 600)).toEqual(['north']);
    picture.stored('north', rows(NOW_S, '5', [['health', '0']]));
    expect(picture.forgetFrom(NOW_S + 600)).toEqual([]);
    expect(picture.station(enrolled('north'), NOW_S)).toMatchObject({ temperature: 5, health: 'ok' });
  });

  it('says of a station what it says of itself now: neither where it was once nor that it was a demonstration', () => {
    const picture = new Picture();
    picture.stored('north', rows(NOW_S - 600, '3', [...place(55, 12), ['simulated', '1'], ['health', '0']]));
    expect(picture.station(enrolled('north'), NOW_S)).toMatchObject({ simulated: true, latitude: 55 });
    picture.stored('north', rows(NOW_S, '3', [['health', '1']]));
    expect(picture.station(enrolled('north'), NOW_S)).toMatchObject({
      simulated: false,
      latitude: null,
      health: 'warn',
    });
  });

  it('believes nothing of the engine that no hub would have taken: nginx gives it batches that nobody has read', async () => {
    const picture = new Picture();
    const heard = (login: string, field: string, value: number, rev = 0) =>
      picture.merge([{ login, field, tS: NOW_S, rev, value }]);
    heard('evil', 'wx_station_lat', 1e17); // from there the way to the next row of the map never ends
    heard('evil', 'wx_station_lon', 12);
    heard('evil', 'wx_temp', Number.NaN); // would be null in the file, and make all of it no picture
    heard('evil', 'wx_hum', 50, Number.NaN);
    heard('good', 'wx_temp', 5);
    const skill = (target: string, horizon: string, value: number) =>
      picture.skilled([{ login: 'good', target, horizon, skill: value }]);
    skill('constructor', 'ofAll', 0.5);
    expect(Object).not.toHaveProperty('ofAll');
    skill('temperature', '__proto__', 0.5);
    skill('temperature', '6h', Number.NaN);
    await picture.compare(NOW_S, atOnce);
    const evil = picture.station(enrolled('evil'), NOW_S);
    expect(evil).toMatchObject({ latitude: null, temperature: null, humidity: null });
    expect(picture.station(enrolled('good'), NOW_S).skill.temperature).toEqual({});
    const again = Picture.fromJSON(JSON.parse(JSON.stringify(picture.toJSON(NOW_S))));
    expect(again.station(enrolled('good'), NOW_S).temperature).toBe(5);
  });

  it('judges no weather by what is made up beside it', async () => {
    const picture = new Picture();
    for (let i = 0; i < 6; i++)
      picture.stored(`demo${i}`, rows(NOW_S, '30', [...place(55 + i / 50, 12), ['simulated', '1']]));
    picture.stored('true', rows(NOW_S, '8', place(55.01, 12)));
    await picture.compare(NOW_S, atOnce);
    expect(picture.station(enrolled('true'), NOW_S).neighbours.temperature).toBeNull();
  });
});

describe('CSV', () => {
  it('quotes what it must, and lets no name become a formula', () => {
    expect(
      csvText([
        ['a', 'b'],
        ['x,y', 'say "hi"'],
        ['=1+1', null],
        [1.23456789, true],
      ]),
    ).toBe('a,b\r\n"x,y","say ""hi"""\r\n\'=1+1,\r\n1.234568,true\r\n');
  });
  it('writes times people can read', () => {
    expect(isoText(NOW_S)).toBe('2026-11-21T18:50:00Z');
    expect(isoText(null)).toBeNull();
  });
});
