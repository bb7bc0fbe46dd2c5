import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_S } from '../../../src/base/durations.ts';
import { DiskTrouble } from '../../../src/station/store/disk-trouble.ts';
import { keepUnreported } from '../../../src/station/store/rescue/folder/unreported.ts';

const T = 1_750_000_000;
/** Log of events in which no end of a trouble stands. */
const nothingTold = { recentOf: () => [] };
const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weatherglass-trouble-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
/** Time as it passes, and by how much the wall clock is wrong. */
const clock = {
  now: T,
  wrongS: 0,
  boot: 'first',
  nowS: () => clock.now + clock.wrongS,
  steadyMs: () => (clock.now - T) * 1000,
  sleep: () => Promise.resolve(),
};
beforeEach(() => Object.assign(clock, { wrongS: 0, boot: 'first' }));
const troubleAt = (ts: number): DiskTrouble => {
  clock.now = ts;
  return new DiskTrouble(folder, clock, clock.nowS);
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
  expect(troubleAt(T + 60).ending(nothingTold)?.data).toEqual({ lost: null, lasted_s: 91 });
  expect(trouble.ending(nothingTold)?.data).toEqual({ lost: 0, lasted_s: 91 });
  trouble.ended();
  clock.now = T + 105;
  trouble.stored(T + 100);
  clock.now = T + 130;
  trouble.gaveUp(2);
  expect(trouble.ending(nothingTold)?.data).toEqual({ lost: 2, lasted_s: 30 });
});

describe.each([
  ['forward', 0, 2 * DAY_S],
  ['back', 2 * DAY_S, 0],
])('a clock that is set %s by two days during a disk’s trouble', (_, beforeS, afterS) => {
  const begun = (): DiskTrouble => {
    writeFileSync(join(folder, 'weatherglass.clean'), '{}');
    clock.wrongS = beforeS;
    const trouble = troubleAt(T);
    trouble.stored(T + beforeS);
    clock.now = T + 30;
    trouble.met(full);
    clock.wrongS = afterS;
    return trouble;
  };
  const detail = expect.stringContaining('after 2 min.');

  it('changes nothing of how long it was', () => {
    const trouble = begun();
    clock.now = T + 120;
    const told = { ts: T + 120 + afterS, detail, data: { lost: 0, lasted_s: 120 } };
    expect(trouble.ending(nothingTold)).toMatchObject(told);
  });

  it.each([
    ['a stop', (trouble: DiskTrouble) => trouble.leave()],
    ['a kill', () => {}],
  ])('changes nothing of what the start behind %s tells, and once', (__, end) => {
    end(begun());
    const ending = troubleAt(T + 120).ending(nothingTold)!;
    expect(ending).toMatchObject({ detail, data: { lasted_s: 120 } });
    clock.wrongS = 0;
    const mended = { recentOf: () => [{ ...ending, ts: T + 120 }] };
    expect(troubleAt(T + 600).ending(mended)).toBeNull();
  });
});

it.each([
  ['another start of the machine', 'first', () => Object.assign(clock, { boot: 'second' })],
  ['a station on a machine that does not name its starts', '', () => {}],
  ['an older program', 'first', () => writeFileSync(join(folder, 'weatherglass.untold'), `{"sinceTs":${T},"lost":0}`)],
])('how long a disk’s trouble was goes by the clock behind %s', (_, boot, change) => {
  clock.boot = boot;
  const first = troubleAt(T);
  first.met(full);
  first.leave();
  change();
  clock.wrongS = 300;
  const later = troubleAt(T + 300);
  later.stored(T + 600);
  expect(later.ending(nothingTold)?.data).toEqual({ lost: 0, lasted_s: 600 });
});

it('behind a restart of the machine, a disk’s trouble is told once a sample has its time', () => {
  const first = troubleAt(T);
  first.met(full);
  first.leave();
  Object.assign(clock, { boot: 'second', wrongS: -T });
  const sick = troubleAt(T + 600);
  expect(sick.ending(nothingTold)).toBeNull();
  sick.met(full);
  expect(sick.ending(nothingTold)).not.toBeNull(); // no sample comes before: a move of the clock waits for this end
  const well = troubleAt(T + 600);
  clock.wrongS = 0;
  well.stored(T + 600);
  expect(well.ending(nothingTold)?.data).toEqual({ lost: 0, lasted_s: 600 });
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
    data: { lost: 5, lasted_s: 1200 },
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
  expect(JSON.parse(readFileSync(mark, 'utf8'))).toMatchObject({ closed: null, entry: 'a', waitingSinceTs: T });
  const killed = troubleAt(T + 600);
  expect(killed.ending(nothingTold)).toMatchObject({
    severity: 'warn',
    detail:
      'The disk works again after 10 min. The station stopped abruptly meanwhile, and the readings in memory are lost.',
    data: { lost: null, lasted_s: 600 },
  });
  killed.ended();
  const stopped = troubleAt(T + 1200);
  begin(stopped);
  stopped.leave();
  expect(troubleAt(T + 1800).ending(nothingTold)?.detail ?? '').not.toContain('abruptly');
});

it.each([
  ['stopped before', true],
  ['stopped after', false],
])('a kill during a disk’s trouble is told with the samples of a station that was %s it', (_, isBefore) => {
  writeFileSync(join(folder, 'weatherglass.clean'), '{}');
  const stop = (ts: number): void => {
    const stopped = troubleAt(ts);
    stopped.met(full);
    stopped.gaveUp(23);
    stopped.leave();
  };
  const kill = (ts: number): unknown => troubleAt(ts).met(full);
  if (isBefore) stop(T);
  kill(T + 60);
  if (!isBefore) stop(T + 120);
  keepUnreported(folder);
  const last = troubleAt(T + 660);
  last.gaveUp(2);
  expect(last.ending(nothingTold)).toMatchObject({
    severity: 'warn',
    detail: expect.stringMatching(
      /min\. 25 readings lost\. The station stopped abruptly meanwhile, and the readings in /,
    ),
    data: { lost: null },
  });
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
  expect(third.ending(told)?.data).toEqual({ lost: 5, lasted_s: 660 });
});

it.each(['{"sinceTs":', '{"sinceTs":1750000000}', '5', 'null'])(
  'a note of a disk’s trouble of which a bad card has left %s tells nothing',
  (note) => {
    writeFileSync(join(folder, 'weatherglass.untold'), note);
    expect(troubleAt(T).ending(nothingTold)).toBeNull();
  },
);
