import { describe, expect, it } from 'vitest';
import { timeTicks, zoneTime } from '../../src/renderer/time.ts';

const at = (iso: string): number => Date.parse(iso) / 1000;

describe('the station’s time', () => {
  it('is its own, wherever the browser stands', () => {
    expect(zoneTime('Europe/Zurich').clock(at('2026-11-21T14:12:00Z'))).toBe('15:12');
    expect(zoneTime('Asia/Kathmandu').clock(at('2026-11-21T14:12:00Z'))).toBe('19:57');
    expect(zoneTime('Europe/Zurich').longDay(at('2026-11-21T23:30:00Z'))).toBe('Sunday 22 November');
  });
  it('finds a local midnight on both sides of a change of the clocks', () => {
    const zurich = zoneTime('Europe/Zurich');
    expect(zurich.at(2026, 3, 29)).toBe(at('2026-03-28T23:00:00Z'));
    expect(zurich.at(2026, 3, 30)).toBe(at('2026-03-29T22:00:00Z'));
    expect(zurich.at(2026, 10, 26)).toBe(at('2026-10-25T23:00:00Z'));
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
});
