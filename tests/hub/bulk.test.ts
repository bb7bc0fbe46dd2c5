import { describe, expect, it } from 'vitest';
import { broughtIn, planOf } from '../../src/hub/bulk.ts';
import { csvText } from '../../src/hub/csv.ts';
import { csvLines } from '../../src/hub/csv-lines.ts';
import { placeOf } from '../../src/hub/details.ts';
import { Registry } from '../../src/hub/registry.ts';

const faults = (csv: string, registry = new Registry()) =>
  planOf(csv, registry).faults.map(({ line, why }) => `${line}: ${why.detail}`);
const done = (csv: string, registry = new Registry()) => broughtIn(csv, registry, 1000);

describe('stations by CSV', () => {
  it('adds each line once, however often the file comes, and changes what is another now', () => {
    const csv =
      '\uFEFFName;Place;Group\r\n"Skolen ved søen";Holte;Nord\r\nŁódź;"Łódź (51.7592, 19.4560)";Syd\r\n北京;;Nord\r\nمدرسة;;\r\n';
    const { list: registry, keys } = done(csv);
    expect(keys.map(({ login }) => login)).toEqual([
      'skolen-ved-soen',
      'lodz',
      'station',
      expect.stringMatching(/^station-[0-9a-f]{6}$/),
    ]);
    expect(new Set(keys.map(({ secret }) => secret)).size).toBe(4);
    expect(registry.detailsOf('lodz')).toMatchObject({
      place: 'Łódź',
      latitude: 51.76,
      longitude: 19.46,
      group: 'Syd',
    });
    const again = done(csv, registry);
    expect([again.keys, again.list.stations]).toEqual([[], registry.stations]);
    expect(planOf(csv, registry).lines.every(({ outcome }) => outcome === 'there')).toBe(true);
    const moved = broughtIn('login,name,group\nlodz,Łódź 2,Nord\n', registry, 2000);
    expect(moved.lines).toMatchObject([{ outcome: 'change', login: 'lodz' }]);
    const after = moved.list;
    expect(after.find('lodz')).toMatchObject({ name: 'Łódź 2', hash: registry.find('lodz')!.hash });
    expect(after.detailsOf('lodz')).toMatchObject({ group: 'Nord', place: 'Łódź' }); // a column that is not there changes nothing
  });

  it.each([
    ['', '1: the first line must name the columns: name, place, group, login; only name is needed'],
    ['place\nHolte', '1: the first line must name the columns: name, place, group, login; only name is needed'],
    ['name,secret\na,b', '1: the column “secret” is unknown; the columns are name, place, group, login'],
    ['name\n"open', '1: a quotation mark is never closed'],
    ['name\nAbc,extra', '2: this line has more cells than the first line has columns'],
    [`name\n${'x'.repeat(81)}`, '2: a name has 1 to 80 letters on one line'],
    ['name,place\n,Holte', '2: a name has 1 to 80 letters on one line'],
    ['name\n"two\nlines"', '2: a name has 1 to 80 letters on one line'],
    ['name,group\n\nA,g\u0007', '3: a group has up to 80 letters on one line'],
    ['name,place\nA,"95, 12"', '2: a place is a name, such as Holte, or a position, such as 55.79, 12.52'],
    ['name,login\nA,Big Login', '2: a login has 3 to 40 characters: small letters a to z, digits and hyphens'],
    ['name\nTwin\nTwin', '3: this station is in line 2 already'],
    ['name,login\nA,one\nB,one', '3: this station is in line 2 already'],
  ])('%j has its fault in one sentence', (csv, fault) => expect(faults(csv)).toEqual([fault]));

  it('tells the login that was removed, and the name that several have', () => {
    let registry = done('name,login\nSchool,one\nSchool,two\nGone,gone').list;
    registry = registry.removed('gone');
    expect(faults('name,login\nX,gone', registry)).toEqual([
      '2: the login gone was removed and is never used again; choose another',
    ]);
    expect(faults('name\nSchool', registry)).toEqual([
      '2: 2 stations have this name; give the login in the column login',
    ]);
    expect(planOf('name\nGone', registry).lines[0]!.login).toMatch(/^gone-[0-9a-f]{6}$/);
  });

  it('formula cells stay names, and are disarmed in every table that is written', () => {
    const { list: registry } = done(`name\n"=cmd|'/c calc'!A0"\n@SUM(A1)\n+1\n`);
    const names = registry.stations.map(({ name }) => name);
    const table = csvText([['name'], ...names.map((name) => [name])]);
    expect(
      table
        .split('\r\n')
        .slice(1, -1)
        .every((line) => /^"?'/.test(line)),
    ).toBe(true);
    expect(planOf(table, registry).lines.map(({ outcome }) => outcome)).toEqual(['there', 'there', 'there']); // and come back as they were
  });

  it('ten thousand lines are planned and added at once, and a hundred thousand are refused in one sentence', () => {
    const lines = (n: number) =>
      `name,group\n${Array.from({ length: n }, (_, i) => `Skole Nº ${i},G${i % 40}`).join('\n')}\n`;
    const { list: registry, keys } = done(lines(10_000));
    expect([registry.stations.length, keys.length]).toEqual([10_000, 10_000]);
    expect(planOf(lines(10_000), registry).lines.filter(({ outcome }) => outcome === 'there')).toHaveLength(10_000);
    expect(faults(lines(100_000))).toEqual([
      expect.stringMatching(/^1: a file has at most 10.000 stations; split it$/),
    ]);
    expect(faults(`name\n${'"'.repeat(100_001)}`)).toHaveLength(1);
  });

  it('reads what spreadsheets write: quotes in quotes, tabs, old line ends, the line of an editor', () => {
    expect(csvLines('a\tb\r"x ""y"""\t"1\r2"\r\r z\t')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['x "y"', '1\r2'] },
      { line: 5, cells: [' z', ''] },
    ]);
  });

  it.each([
    ['Holte', { place: 'Holte', latitude: null, longitude: null }],
    ['55.791, 12.5249', { place: null, latitude: 55.79, longitude: 12.52 }],
    ['-33.9;151.2', { place: null, latitude: -33.9, longitude: 151.2 }],
    ['', { place: null, latitude: null, longitude: null }],
    ['12, 200', null],
  ])('%j is a place to a kilometre', (text, place) => expect(placeOf(text)).toEqual(place));
});
