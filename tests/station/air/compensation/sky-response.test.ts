import { describe, expect, it } from 'vitest';
import { restored, savedState } from '../../../../src/maths/codec.ts';
import { SkyResponse } from '../../../../src/station/air/compensation/sky-response.ts';
import { clearSkyWm2 } from '../../../../src/station/air/physics/clear-sky.ts';
import { cloudIndex } from '../../../../src/station/air/physics/cloud.ts';
import { solarPosition } from '../../../../src/station/air/physics/sun.ts';
import { seeded } from '../../../support/seeded.ts';

const place = { latitude: 52, longitude: 13 };
const startS = Date.parse('2026-05-01T00:00:00Z') / 1000;

/** A spot with 3 units of light per W/m², half of it in the afternoon (a wall), under skies whose transmission we choose. */
function live(response: SkyResponse, days: number, sky: (day: number) => number, lamp = 0, fromDay = 0): void {
  for (let tS = startS + fromDay * 86400; tS < startS + (fromDay + days) * 86400; tS += 30) {
    const sun = solarPosition(tS, place)!;
    const clear = clearSkyWm2(sun.elevationDeg)!;
    const facing = sun.azimuthDeg < 180 ? 3 : 1.5;
    const light = facing * clear * sky(Math.floor((tS - startS) / 86400)) + lamp;
    response.learn({ light, clearSkyWm2: clear, ...sun, saturated: false }, tS);
  }
}

describe('the learned light of a spot', () => {
  it('is unknown for five days, then finds mornings and afternoons apart', () => {
    const response = new SkyResponse(place.longitude);
    live(response, 4, () => 1);
    expect(response.response(32, 120)).toBeNull();
    live(response, 2, () => 1, 0, 4);
    expect(response.response(32, 120)).toBeCloseTo(3, 2);
    expect(response.response(32, 240)).toBeCloseTo(1.5, 2);
    expect(response.response(3, 120)).toBeNull();
  });

  it('takes the clear days among cloudy ones for the clear sky', () => {
    const { uniform } = seeded(8);
    const skies = Array.from({ length: 30 }, (_, day) => (day % 4 === 0 ? 1 : 0.2 + 0.5 * uniform()));
    const response = new SkyResponse(place.longitude);
    live(response, 30, (day) => skies[day]!);
    const learned = response.response(42, 120)!;
    expect(learned).toBeGreaterThan(2.85);
    expect(learned).toBeLessThan(3.1);
    const index = cloudIndex({
      light: 0.3 * 3 * 700,
      clearSkyWm2: 700,
      elevationDeg: 42,
      response: learned,
      saturated: false,
    });
    expect(index).toBeCloseTo(0.7, 1);
  });

  it('forgets what is older than thirty days', () => {
    const response = new SkyResponse(place.longitude);
    live(response, 6, () => 1);
    live(response, 30, () => 0.5, 0, 6);
    expect(response.response(42, 120)).toBeCloseTo(1.5, 1);
  });

  it('notices lamps at night, and only them', () => {
    const dark = new SkyResponse(place.longitude);
    live(dark, 8, () => 1);
    expect(dark.nightLight).toBe(false);
    const lit = new SkyResponse(place.longitude);
    live(lit, 8, () => 1, 200);
    expect(lit.nightLight).toBe(true);
  });

  it('needs no learning where the sensor is calibrated', () => {
    expect(new SkyResponse(place.longitude, 107).response(30, 100)).toBe(107);
  });

  it('goes on after a restart as if nothing had happened, from a small saved state', () => {
    const before = new SkyResponse(place.longitude);
    live(before, 30, () => 1);
    const saved = JSON.stringify(savedState(before));
    expect(saved.length).toBeLessThan(64_000);
    const after = restored(new SkyResponse(place.longitude), JSON.parse(saved));
    live(before, 2, () => 0.8, 0, 30);
    live(after, 2, () => 0.8, 0, 30);
    expect(savedState(after)).toEqual(savedState(before));
    expect(after.response(42, 120)).toBe(before.response(42, 120));
  });
});
