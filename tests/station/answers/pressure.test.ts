import { describe, expect, it } from 'vitest';
import { Config } from '../../../src/config/config.ts';
import { reductionHeightM, seaLevelHpa } from '../../../src/station/air/physics/pressure.ts';
import { pressureOf } from '../../../src/station/answers/pressure.ts';
import type { TickRow } from '../../../src/station/tick.ts';

const siteOf = (given: object) => Config.parse({ site: { altitude_m: 408, indoors: false, ...given } }).site;
const rows = Array.from({ length: 144 }, () => ({ temperatureC: -5, humidityPct: 80 })) as unknown as TickRow[];

describe('the three kinds of pressure', () => {
  it('are told apart: at the station, by the WMO with outdoor air, and as the altimeter setting', () => {
    const told = pressureOf(siteOf({}), 965, rows);
    expect(told.station_hpa).toBe(965);
    expect(told.altimeter_hpa).toBeCloseTo(seaLevelHpa(965, 408)!, 6);
    expect(told.altimeter_hpa).toBeCloseTo(1013.3, 0);
    expect(told.sea_level_hpa! - told.altimeter_hpa!).toBeGreaterThan(2); // cold air weighs more than the standard's
  });
  it('have none by the WMO without two hours of outdoor air', () => {
    expect(pressureOf(siteOf({}), 965, rows.slice(0, 20)).sea_level_hpa).toBeNull();
    expect(pressureOf(siteOf({ indoors: true }), 965, rows).sea_level_hpa).toBeNull();
    expect(pressureOf(siteOf({}), null, rows)).toMatchObject({ station_hpa: null, altimeter_hpa: null });
  });
  it('all carry the offset against a reference, in any weather', () => {
    for (const hpa of [935, 965, 990]) {
      const site = siteOf({ pressure_offset_hpa: 1.5 });
      expect(pressureOf(site, hpa, rows).station_hpa).toBe(hpa + 1.5);
      expect(Math.abs(seaLevelHpa(hpa, reductionHeightM(site))! - seaLevelHpa(hpa + 1.5, 408)!)).toBeLessThan(0.06);
    }
    expect(reductionHeightM(siteOf({}))).toBe(408);
  });
});
