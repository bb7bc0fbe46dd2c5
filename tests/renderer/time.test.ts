import { describe, expect, it } from 'vitest';
import { zoneTime } from '../../src/renderer/kit/time.ts';
import { timeTicks } from '../../src/renderer/kit/time-ticks.ts';

const at = (iso: string): number => Date.parse(iso) / 1000;

describe('the station’s time', () => {
  it('is its own, wherever the browser stands', () => {
    expect(zoneTime('Europe/Zurich').clock(at('2026-11-21T14:12:00Z'))).toBe('15:12');
    expect(zoneTime('Asia/Kathmandu').clock(at('2026-11-21T14:12:00Z'))).toBe('19:57');
    expect(zoneTime('Europe/Zurich').longDay(at('2026-11-21T23:30:00Z'))).toBe('Sunday 22 November');
  });
});

describe('the labels of a time axis', () => {
  it('stay on round local hours when the clocks go back', () => {
    const ticks = timeTicks(at('2026-10-24T20:00:00Z'), at('2026-10-25T20:00:00Z'), 'Europe/Zurich', 6);
    expect(ticks.map((tick) => tick.label)).toEqual(['00', '06', '12', '18']);
    expect(ticks[1]!.tS - ticks[0]!.tS).toBe(7 * 3600); // that night has an hour more
  });
  it.each([
    [3600, 12],
    [86_400, 9],
    [7 * 86_400, 8],
    [90 * 86_400, 8],
    [366 * 86_400, 12],
  ])('over %s s are never more than %s, and ascend', (span, most) => {
    const ticks = timeTicks(1.7e9, 1.7e9 + span, 'America/New_York', most);
    expect(ticks.length).toBeGreaterThan(1);
    expect(ticks.length).toBeLessThanOrEqual(most + 1);
    for (const [i, tick] of ticks.entries()) expect(tick.tS).toBeGreaterThan(ticks[i - 1]?.tS ?? 0);
  });
  it('stand where the clock says so on the morning that has no two o’clock', () => {
    const zurich = zoneTime('Europe/Zurich');
    const ticks = timeTicks(at('2026-03-28T21:00:00Z'), at('2026-03-29T10:00:00Z'), 'Europe/Zurich', 8);
    expect(ticks.map((tick) => tick.label)).toEqual(['22', '00', '04', '06', '08', '10', '12']);
    for (const { tS, label } of ticks) expect(zurich.clock(tS)).toBe(`${label}:00`);
  });
  it.each([
    ['Africa/Cairo', '2026-04-23T20:00:00Z'],
    ['Australia/Lord_Howe', '2026-10-03T11:00:00Z'],
    ['America/New_York', '2026-11-01T00:00:00Z'],
    ['Asia/Kathmandu', '2026-11-01T00:00:00Z'],
  ])('say in %s what its clocks show, whatever they do that night', (zone, from) => {
    const time = zoneTime(zone);
    for (const [hours, most] of [
      [1, 8],
      [5, 12],
      [12, 14],
      [24, 9],
    ] as const) {
      const ticks = timeTicks(at(from), at(from) + hours * 3600, zone, most);
      expect(ticks.length).toBeGreaterThan(2);
      expect(new Set(ticks.map((tick) => tick.tS)).size).toBe(ticks.length);
      for (const { tS, label } of ticks) expect(time.clock(tS).slice(0, label.length)).toBe(label);
    }
  });
  it('stay with their days while the window moves', () => {
    const labels = (fromS: number) =>
      timeTicks(fromS, fromS + 60 * 86_400, 'Europe/Zurich', 8).map(({ label }) => label);
    expect(labels(1.7e9).slice(1, -1)).toEqual(expect.arrayContaining(labels(1.7e9 + 3 * 86_400).slice(1, -2)));
  });
});
