import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dayOrNight, type Surroundings } from '../../src/renderer/kit/theme/decide.ts';
import { nights, sunElevationDeg, sunEvents } from '../../src/renderer/kit/theme/sun.ts';

const at = (iso: string): number => Date.parse(iso) / 1000;
const zurich = { latitudeDeg: 47.37, longitudeDeg: 8.54 };

describe('the sun', () => {
  it('rises and sets within two minutes of the almanac (Zurich, 21 November 2026: 7:36 and 16:43 CET)', () => {
    const events = sunEvents(at('2026-11-21T00:00Z'), at('2026-11-22T00:00Z'), zurich);
    expect(events.map((event) => event.rises)).toEqual([true, false]);
    expect(Math.abs(events[0]!.tS - at('2026-11-21T06:36Z'))).toBeLessThan(180);
    expect(Math.abs(events[1]!.tS - at('2026-11-21T15:43Z'))).toBeLessThan(180);
  });
  it('stands overhead on the equator at the equinox, and not at all at the pole in winter', () => {
    const noon = sunElevationDeg(at('2026-03-20T12:07Z'), { latitudeDeg: 0, longitudeDeg: 0 });
    expect(noon).toBeGreaterThan(89);
    expect(nights(at('2026-12-01T00:00Z'), at('2026-12-02T00:00Z'), { latitudeDeg: 80, longitudeDeg: 0 })).toEqual([
      [at('2026-12-01T00:00Z'), at('2026-12-02T00:00Z')],
    ]);
  });
});

const wall: Surroundings = { choice: 'auto', kiosk: true, prefersDark: false, sunElevationDeg: 20, lux: 400 };

describe('the automatic colours', () => {
  it('do not flicker while the sun crosses the horizon', () => {
    let previous: 'day' | 'night' = 'day';
    let changes = 0;
    for (let i = 0; i < 200; i++) {
      const sunDeg = 4 - i * 0.04 + 0.8 * Math.sin(i); // sinking, with clouds
      const next = dayOrNight({ ...wall, sunElevationDeg: sunDeg, lux: null }, previous);
      if (next !== previous) changes++;
      previous = next;
    }
    expect(changes).toBe(1);
    expect(previous).toBe('night');
  });
  it('turn to night in a dark room at dawn, and stay day under a passing hand', () => {
    expect(dayOrNight({ ...wall, sunElevationDeg: 3, lux: 1 }, 'day')).toBe('night');
    expect(dayOrNight({ ...wall, sunElevationDeg: 30, lux: 1 }, 'day')).toBe('day');
  });
  it('obey a choice, and a browser that prefers dark', () => {
    expect(dayOrNight({ ...wall, choice: 'day', sunElevationDeg: -30 }, 'night')).toBe('day');
    expect(dayOrNight({ ...wall, kiosk: false, prefersDark: true }, 'day')).toBe('night');
  });
  it('stay what a browser wore until the station has told where the sun stands; without a place it is day', () => {
    const browser = { ...wall, kiosk: false, lux: null };
    expect(dayOrNight({ ...browser, sunElevationDeg: undefined }, 'night')).toBe('night');
    expect(dayOrNight({ ...browser, sunElevationDeg: undefined }, 'day')).toBe('day');
    expect(dayOrNight({ ...browser, sunElevationDeg: null }, 'night')).toBe('day');
  });
});

/** WCAG 2.2, relative luminance and contrast. */
const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((i) => {
    const c = Number.parseInt(hex.slice(i, i + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: string, b: string): number => {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};

describe.each(['night', 'day', 'dim'])('the colours by %s', (theme) => {
  const sheet = theme === 'dim' ? 'dashboard/wall/wall' : 'kit/styles/tokens';
  const css = readFileSync(join(import.meta.dirname, `../../src/renderer/${sheet}.css`), 'utf8');
  const block = css.slice(css.search(new RegExp(`\\[data-theme=['"]${theme}['"]\\] \\{`)));
  const rules = block.slice(0, block.indexOf('}'));
  const token = (name: string): string => {
    const value = new RegExp(`--${name}: ([^;]+);`).exec(rules)?.[1] ?? '';
    const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
    return other ? token(other) : value;
  };
  it.each(['ink', 'muted', 'temperature-text', 'humidity-text', 'pressure-text', 'rain-text', 'warn', 'fault'])(
    'let %s be read at 7:1 on the ground',
    (name) => {
      expect(contrast(token(name), token('ground'))).toBeGreaterThanOrEqual(7);
    },
  );
});
