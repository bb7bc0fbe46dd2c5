import { describe, expect, it } from 'vitest';
import type { RecoveryEvent } from '../../../src/main/kiosk/recovery.ts';
import { nightlyDue, watchPage } from '../../../src/main/kiosk/watch.ts';
import type { KioskOptions } from '../../../src/main/kiosk/window.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const options: KioskOptions = {
  display: 0,
  zoom: 1,
  layout: 'auto' as const,
  hide_cursor: true,
  nightly_reload: '03:30',
  memory_limit_mb: 600,
  language: 'en',
};

function watched(answer: () => Promise<unknown>) {
  const clock = new FakeClock(new Date(2026, 10, 21, 3, 0).getTime() / 1000);
  const told: RecoveryEvent[] = [];
  const end = new AbortController();
  let isOnWall = false; // the window is open before its station is
  const page = {
    answer,
    usedMb: () => (isOnWall ? 123 : null),
    isOnWall: () => isOnWall,
    isLoaded: () => true,
    tell: (event: RecoveryEvent) => told.push(event),
  };
  watchPage(page, options, clock, end.signal);
  isOnWall = true;
  return { clock, end, kinds: () => told.map((event) => event.kind), told };
}

describe('a page that is watched', () => {
  it('is left alone while it answers', async () => {
    const { clock, kinds } = watched(async () => 0);
    await clock.advance(50_000);
    expect(kinds()).toEqual([]);
  });

  it('is called hung after thirty seconds without an answer', async () => {
    const { clock, kinds } = watched(() => new Promise(() => undefined));
    await clock.advance(29_000);
    expect(kinds()).toEqual([]);
    await clock.advance(2_000);
    expect(kinds()).toEqual(['page-hung']);
  });

  it('that died is not called hung', async () => {
    const { clock, kinds } = watched(() => Promise.reject(new Error('gone')));
    await clock.advance(55_000);
    expect(kinds()).toEqual([]);
  });

  it('is weighed every minute', async () => {
    const { clock, told } = watched(async () => 0);
    await clock.advance(121_000);
    expect(told).toEqual(Array(2).fill({ kind: 'memory', usedMb: 123, limitMb: 600 }));
  });

  it('is loaded afresh once a night', async () => {
    const { clock, kinds } = watched(async () => 0);
    const nights = () => kinds().filter((kind) => kind === 'nightly').length;
    await clock.advance(40 * 60_000);
    expect(nights()).toBe(1);
    await clock.advance(24 * 3_600_000);
    expect(nights()).toBe(2);
  });

  it('is left alone for good when the program ends', async () => {
    const { clock, end, kinds } = watched(() => new Promise(() => undefined));
    await clock.advance(15_000);
    end.abort();
    await clock.advance(300_000);
    expect(kinds()).toEqual([]);
  });
});

it('does not reload at night when told not to', () => {
  expect(nightlyDue(null, new Date(2026, 0, 1, 3, 30), null)).toBe(false);
});
