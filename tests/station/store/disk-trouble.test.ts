import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DiskTrouble } from '../../../src/station/store/disk-trouble.ts';

const T = 1_750_000_000;
/** Log of events in which no end of a trouble stands. */
const nothingTold = { recentOf: () => [] };
const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weatherglass-trouble-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const clock = { now: T, nowS: () => clock.now };
const troubleAt = (ts: number): DiskTrouble => {
  clock.now = ts;
  return new DiskTrouble(folder, clock.nowS);
};

it.each([
  [20, 'less than a minute'],
  [59, 'less than a minute'],
  [60, '1 min'],
  [170, '3 min'],
])('the end of a disk’s trouble tells how long it lasted: %i s', (seconds, told) => {
  const trouble = troubleAt(T);
  trouble.met(full);
  clock.now = T + seconds;
  expect(trouble.ending(nothingTold)?.detail).toBe(`The disk works again after ${told}. Nothing was lost.`);
});

it('a disk’s trouble is dated from the newest sample that is stored, by a kill too, and one that follows by a newer one', () => {
  writeFileSync(join(folder, 'weatherglass.clean'), '{}');
  const trouble = troubleAt(T);
  trouble.stored(T - 31);
  trouble.met(full);
  expect(troubleAt(T + 60).ending(nothingTold)?.data).toEqual({ lost: null, since: T - 31 });
  expect(trouble.ending(nothingTold)?.data).toEqual({ lost: 0, since: T - 31 });
  trouble.ended();
  trouble.stored(T + 100);
  trouble.gaveUp(2);
  expect(trouble.ending(nothingTold)?.data).toEqual({ lost: 2, since: T + 100 });
});

it('a disk’s trouble that outlasts its station is told once, by a later one, with the samples of all', () => {
  const first = troubleAt(T);
  first.met(full);
  first.gaveUp(3);
  first.leave();
  const second = troubleAt(T + 600);
  expect(second.now).toBeNull();
  second.gaveUp(2);
  expect(second.lost).toBe(2);
  second.leave();
  const third = troubleAt(T + 1200);
  third.leave();
  expect(third.ending(nothingTold)).toMatchObject({
    severity: 'warn',
    detail: 'The disk works again after 20 min. 5 readings lost.',
    data: { lost: 5, since: T },
  });
  third.ended();
  expect([third.ending(nothingTold), troubleAt(T + 1800).ending(nothingTold), readdirSync(folder)]).toEqual([
    null,
    null,
    [],
  ]);
});

it.each([
  ['at home', (trouble: DiskTrouble) => trouble.met(full)],
  ['in memory from the start', (trouble: DiskTrouble) => trouble.atStart({ trouble: 'is full' }, true)],
])('a kill during a disk’s trouble, %s, is told by a later station, and no stop is taken for one', (_, begin) => {
  const mark = join(folder, 'weatherglass.clean');
  writeFileSync(mark, '{"closed":null,"entry":"a"}');
  begin(troubleAt(T));
  expect(JSON.parse(readFileSync(mark, 'utf8'))).toEqual({ closed: null, entry: 'a', waitingSinceTs: T });
  const killed = troubleAt(T + 600);
  expect(killed.ending(nothingTold)).toMatchObject({
    severity: 'warn',
    detail:
      'The disk works again after 10 min. The station stopped abruptly meanwhile, and the readings in memory are lost.',
    data: { lost: null, since: T },
  });
  killed.ended();
  const stopped = troubleAt(T + 1200);
  begin(stopped);
  stopped.leave();
  expect(troubleAt(T + 1800).ending(nothingTold)?.detail ?? '').not.toContain('abruptly');
});

it('a damaged database on a disk that has no room to rescue it is told with the room that is needed', () => {
  const told = troubleAt(T).atStart({ trouble: 'is full', rescueBytes: 38_100_000 }, true);
  expect(told.detail).toBe(
    `The database is damaged. To rescue it, the disk of ${folder} needs 39 MB of free space. New readings stay in memory until then. Past readings are not shown meanwhile.`,
  );
});

it('readings that a file takes meanwhile are not said to be lost by a kill', () => {
  writeFileSync(join(folder, 'weatherglass.clean'), '{}');
  const trouble = troubleAt(T);
  trouble.atStart({ trouble: 'is full' }, false);
  expect(troubleAt(T + 60).ending(nothingTold)).toBeNull();
  expect(trouble.met(full)).toMatchObject({ severity: 'error' }); // that file, too
  expect(trouble.met(full)).toBeNull();
  expect(troubleAt(T + 60).ending(nothingTold)?.detail).toContain('abruptly');
});

it('what a station before has told, and could not drop, is told again only with samples that came to it since', () => {
  const first = troubleAt(T);
  first.gaveUp(3);
  first.leave();
  const ending = troubleAt(T + 60).ending(nothingTold)!;
  const told = { recentOf: () => [ending] };
  expect(troubleAt(T + 120).ending(told)).toBeNull();
  first.leave();
  const second = troubleAt(T + 600);
  second.gaveUp(2);
  second.leave();
  const third = troubleAt(T + 660);
  expect(third.ending(told)?.data).toEqual({ lost: 5, since: T });
});

it.each(['{"sinceTs":', '{"sinceTs":1750000000}', '5', 'null'])(
  'a note of a disk’s trouble of which a bad card has left %s tells nothing',
  (note) => {
    writeFileSync(join(folder, 'weatherglass.untold'), note);
    expect(troubleAt(T).ending(nothingTold)).toBeNull();
  },
);
