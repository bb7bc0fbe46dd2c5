import { describe, expect, it } from 'vitest';
import { SkyResponse } from '../../../src/station/air/compensation/sky-response.ts';
import { clearSkyWm2 } from '../../../src/station/air/physics/clear-sky.ts';
import { solarPosition } from '../../../src/station/air/physics/sun.ts';
import { heardBoard, noBoard } from '../../../src/station/inputs/heard-board.ts';
import { deriveQuantities } from '../../../src/station/sampling/derive.ts';
import { emptySample, type Sample } from '../../../src/station/sensors/sample.ts';

const BERLIN = { latitude: 52.5, longitude: 13.4 };
const NOON_S = Date.parse('2026-06-21T11:00:00Z') / 1000;
const AIR = { temperatureC: 20, humidityPct: 50, stationHpa: 1010 };
const place = { ...BERLIN } as Parameters<typeof deriveQuantities>[3];

describe('cloud index', () => {
  it('is that of a pyranometer where there is one, whatever a window or a lamp shows the board', () => {
    const clear = clearSkyWm2(solarPosition(NOON_S, BERLIN)!.elevationDeg)!;
    const of = (solarWm2: number | null, lux: number) =>
      deriveQuantities(AIR, { lux, saturated: false }, NOON_S, place, new SkyResponse(13.4, 100), solarWm2).cloudIndex;
    expect(of(clear, 5)).toBeCloseTo(0, 6);
    expect(of(clear / 4, 90_000)).toBeCloseTo(0.75, 6);
    expect(of(0, 90_000)).toBe(1);
    expect(of(null, 100 * clear)).not.toBe(of(0, 100 * clear));
  });

  it('knows of the radiation between two messages, too', async () => {
    const air = { air: null, temperatureC: null, humidityPct: null, barometer: null, stationHpa: null };
    const airFrom = { temperature: '', humidity: '', pressure: '' };
    const heard = { takeNarrow: () => undefined, air: () => air, airFrom, solarWm2: () => 640 };
    const board = { ...noBoard, kind: 'sense-hat' as const, read: async (): Promise<Sample> => emptySample };
    expect((await heardBoard(board, heard).read(0)).solarWm2).toBe(640);
    expect((await heardBoard(noBoard, { ...heard, solarWm2: () => null }).read(0)).solarWm2).toBeUndefined();
  });
});
