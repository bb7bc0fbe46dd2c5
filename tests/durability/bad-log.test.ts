import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readWal } from '../../src/station/store/rescue/carve/wal.ts';
import { PAGE_BYTES } from '../../src/station/store/sqlite/database.ts';
import type { Store } from '../../src/station/store/store.ts';
import { SmallDisk } from '../support/small-disk.ts';
import {
  clearFolders,
  copyOf,
  dbOf,
  fill,
  killed,
  openIn,
  past,
  SetClock,
  START,
  tempFolder,
  walOf,
} from './support.ts';

const STEP = 10;

afterAll(clearFolders);

const headOf = (frame: number): number => 32 + frame * (PAGE_BYTES + 24);
const framesIn = (log: Buffer): number => Math.floor((log.length - 32) / (PAGE_BYTES + 24));
/** The log with bits turned in some of its bytes. */
function turned(log: Buffer, at: number, bits: number, length = 1): Buffer {
  const bad = Buffer.from(log);
  for (let i = at; i < at + length; i += 1) bad[i]! ^= bits;
  return bad;
}

describe('a log with one bad frame', () => {
  /** Six commits, of which none is in the file. */
  const inSix = (): string => {
    const folder = past();
    const open = openIn(folder);
    for (let from = START; from < START + 1200; from += 200) fill(open, from, from + 200, STEP);
    const image = copyOf(folder);
    open.close();
    return image;
  };

  it('costs what that frame alone held, and the start says of when: the first as any other', () => {
    const image = inSix();
    const log = readFileSync(walOf(image));
    const frames = framesIn(log);
    const turn = (frame: number, path: string): void => writeFileSync(path, turned(log, headOf(frame) + 24 + 700, 1));
    const tried = walOf(tempFolder());
    // Where an older version of the page is left, the page is read, and nothing but the log tells that rows are missing.
    const hits = Array.from({ length: frames - 1 }, (_, frame) => {
      turn(frame, tried);
      const { outdated, pages } = readWal(tried);
      const [page = null] = outdated;
      return {
        frame,
        page,
        isOlderLeft: page !== null && (pages.has(page) || page <= statSync(dbOf(image)).size / PAGE_BYTES),
      };
    }).filter(({ page }) => page !== null);
    const played = hits.filter(({ isOlderLeft }, i) => isOlderLeft || i % 8 === 0);
    expect(played.some(({ isOlderLeft }) => isOlderLeft)).toBe(true);
    const costs: number[] = [];
    for (const frame of [0, ...played.map(({ frame }) => frame)]) {
      const bad = copyOf(image);
      turn(frame, walOf(bad));
      const store = openIn(bad, new SetClock(START + 1200));
      const where = `frame ${frame} of ${frames}: ${store.finding?.text}`;
      expect(store.finding?.salvage?.damage, where).toBe('the log of the newest commits does not add up');
      const there = new Set([...store.samples.pages(0, START + 1200)].flat().map(({ ts }) => ts));
      const gone = Array.from({ length: 120 }, (_, i) => START + i * STEP).filter((ts) => !there.has(ts));
      const told = store.finding!.salvage!.lost.filter(({ table }) => table === 'sample');
      for (const ts of gone)
        expect(
          told.some(({ fromTs, untilTs }) => ts >= (fromTs ?? 0) && ts <= (untilTs ?? Number.POSITIVE_INFINITY)),
          where,
        ).toBe(true);
      if (told.every(({ rows }) => rows !== null))
        expect(
          told.reduce((sum, { rows }) => sum + rows!, 0),
          where,
        ).toBe(gone.length);
      expect(store.samples.newestTs(), where).toBeGreaterThanOrEqual(START + 1150);
      costs.push(gone.length);
      store.close();
    }
    expect(Math.max(...costs)).toBeGreaterThan(0);
  });

  it('costs nothing where one bit turned in its head, or in the head of the log; where all of it is bad, rows may be lost', () => {
    const image = inSix();
    const log = readFileSync(walOf(image));
    const whole = readWal(walOf(image));
    const frames = framesIn(log);
    const tried = walOf(tempFolder());
    for (let frame = 0; frame < frames; frame += 1) {
      writeFileSync(tried, turned(log, headOf(frame) + (frame % 16), 1 << (frame % 8)));
      expect(readWal(tried), `frame ${frame} of ${frames}`).toEqual({ ...whole, damaged: true });
    }
    const started = (bad: Buffer): Store => {
      const folder = copyOf(image);
      writeFileSync(walOf(folder), bad);
      return openIn(folder, new SetClock(START + 1200));
    };
    for (const bad of [turned(log, 3, 1), turned(log, headOf(40) + 9, 1)]) {
      const store = started(bad);
      expect([...store.samples.pages(START - 1, START + 1200)].flat()).toHaveLength(120);
      expect(store.finding?.text).toMatch(/the log of the newest commits does not add up.* Nothing was lost\./);
      store.close();
    }
    const store = started(turned(log, headOf(40), 0xff, 16));
    expect(store.finding?.text).toMatch(/Lost: .*perhaps some recent rows\./);
    store.close();
  });

  it('takes back no calibration that was stored there', () => {
    const learned = (k: number, n: number) => [{ name: 'compensator.thermal', version: 1, state: { k, n } }];
    const folder = past(3600, (store) => store.learned.saveAll(learned(0.41, 1), START - 100));
    const open = openIn(folder);
    const state = { k: 0.62, P: 0.01, lam: 0.98, n: 2, last_residual: 0.1, last_ts: START - 50 };
    open.calibrations.add({ ts: START - 50, signal: 'temperature', reference: 20, before: 21, after: 20, state });
    open.learned.saveAll(learned(0.62, 2), START - 50);
    fill(open, START, START + 600, STEP);
    const image = copyOf(folder);
    open.close();
    const log = readFileSync(walOf(image));
    for (let frame = 0; frame < Math.min(framesIn(log) - 1, 14); frame += 1) {
      const bad = copyOf(image);
      writeFileSync(walOf(bad), turned(log, headOf(frame) + 24 + 900, 0xff));
      const again = openIn(bad);
      expect(again.finding?.severity, `frame ${frame}`).toBe('error');
      expect(again.learned.load('compensator.thermal', 1), `frame ${frame}`).toMatchObject({ state: { k: 0.62 } });
      again.close();
    }
  });
});

it('a log of more than two gigabytes, as a reader leaves it that stays open for weeks, is read like any other', () => {
  const { folder, log } = killed();
  truncateSync(log, 2_300_000_000);
  const store = openIn(folder, new SetClock(START + 900));
  expect(store.finding).toBeNull();
  expect(store.samples.newestTs()).toBe(START + 590);
  store.close();
});

describe('a log that was cut off in the middle of a write', () => {
  const told = (folder: string): string[] => {
    const lines: string[] = [];
    const store = openIn(folder, new SetClock(START + 900), { told: ({ detail }) => lines.push(detail) });
    expect(store.finding).toBeNull();
    expect(store.events.recentOf(['storage'], 9)).toEqual([]);
    store.close();
    return lines;
  };
  const LINE =
    'The database log ended in the middle of a write: what was being written when the station stopped is lost.';

  it.each<[string, (log: Buffer) => Buffer]>([
    ['the last page is cut', (log) => log.subarray(0, log.length - 100)],
    ['only the head of the last page is there', (log) => log.subarray(0, log.length - PAGE_BYTES)],
    ['the last page is not as it was written', (log) => Buffer.concat([log.subarray(0, -100), Buffer.alloc(100, 1)])],
  ])('is one line in the log of the program, and no event: %s', (_, cut) => {
    const { folder, log } = killed();
    writeFileSync(log, cut(readFileSync(log)));
    expect(told(folder)).toEqual([LINE]);
    expect(told(folder)).toEqual([]);
  });

  it('is not told of what a full disk refused a station that was stopped in order', (context) => {
    const disk = SmallDisk.during(context, 12);
    const folder = join(disk.folder, 'data');
    const store = openIn(folder, new SetClock(START));
    disk.fill();
    fill(store, START, START + 3600, 10);
    expect(store.close()).toBe(360);
    disk.makeRoom();
    expect(readWal(walOf(folder)).torn).toBe(true);
    expect(told(folder)).toEqual(['The disk works again after 15 min. 360 readings lost.']);
  });

  it('is not told of a log that ends with a commit', () => {
    expect(told(killed().folder)).toEqual([]);
  });
});
