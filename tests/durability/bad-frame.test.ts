import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { readWal } from '../../src/station/store/rescue/carve/wal.ts';
import type { Store } from '../../src/station/store/store.ts';
import { clearFolders, copyOf, dbOf, fill, openIn, past, SetClock, START, tempFolder, walOf } from './support.ts';

const STEP = 10;
const PAGE = 1024;

afterAll(clearFolders);

describe('a log with one bad frame', () => {
  /** Six commits, of which none is in the file. */
  const killed = (): string => {
    const folder = past();
    const open = openIn(folder);
    for (let from = START; from < START + 1200; from += 200) fill(open, from, from + 200, STEP);
    const image = copyOf(folder);
    open.close();
    return image;
  };

  it('costs what that frame alone held, and the start says of when: the first as any other', () => {
    const image = killed();
    const log = readFileSync(walOf(image));
    const frames = Math.floor((log.length - 32) / (PAGE + 24));
    const turn = (frame: number, path: string): void => {
      const turned = Buffer.from(log);
      turned[32 + frame * (PAGE + 24) + 24 + 700]! ^= 1;
      writeFileSync(path, turned);
    };
    const tried = walOf(tempFolder());
    // Where an older version of the page is left, the page is read, and nothing but the log tells that rows are missing.
    const hits = Array.from({ length: frames - 1 }, (_, frame) => {
      turn(frame, tried);
      const { outdated, pages } = readWal(tried);
      const [page = null] = outdated;
      return {
        frame,
        page,
        isOlderLeft: page !== null && (pages.has(page) || page <= statSync(dbOf(image)).size / PAGE),
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
    const image = killed();
    const log = readFileSync(walOf(image));
    const whole = readWal(walOf(image));
    const headOf = (frame: number) => 32 + frame * (PAGE + 24);
    const frames = Math.floor((log.length - 32) / (PAGE + 24));
    const turned = (at: number, bits: number, length = 1): Buffer => {
      const bad = Buffer.from(log);
      for (let i = at; i < at + length; i += 1) bad[i]! ^= bits;
      return bad;
    };
    const tried = walOf(tempFolder());
    for (let frame = 0; frame < frames; frame += 1) {
      writeFileSync(tried, turned(headOf(frame) + (frame % 16), 1 << (frame % 8)));
      expect(readWal(tried), `frame ${frame} of ${frames}`).toEqual({ ...whole, damaged: true });
    }
    const started = (bad: Buffer): Store => {
      const folder = copyOf(image);
      writeFileSync(walOf(folder), bad);
      return openIn(folder, new SetClock(START + 1200));
    };
    for (const bad of [turned(3, 1), turned(headOf(40) + 9, 1)]) {
      const store = started(bad);
      expect([...store.samples.pages(START - 1, START + 1200)].flat()).toHaveLength(120);
      expect(store.finding?.text).toMatch(/the log of the newest commits does not add up.* Nothing was lost\./);
      store.close();
    }
    const store = started(turned(headOf(40), 0xff, 16));
    expect(store.finding?.text).toMatch(/Lost: .*perhaps some of the newest rows\./);
    store.close();
  });
});
