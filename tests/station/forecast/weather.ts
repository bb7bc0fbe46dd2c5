import { dewPointC } from '../../../src/station/air/physics/humidity.ts';
import type { ForecastEngine } from '../../../src/station/forecast/engine.ts';
import type { Matured } from '../../../src/station/forecast/heads/matured.ts';
import { SunTrack } from '../../../src/station/forecast/learners/sun-track.ts';
import type { ForecastSettings } from '../../../src/station/forecast/settings.ts';
import type { TickRow } from '../../../src/station/tick.ts';
import { seeded } from '../../support/seeded.ts';

export const PLACE = { latitude: 52, longitude: 10 };
export const START_S = 1_700_006_400; // a UTC midnight in November

export const settingsFor = (stepS: number): ForecastSettings => ({
  stepS,
  ...PLACE,
  standardOffsetS: 3600,
  timezone: 'Europe/Berlin',
});

export const bareRow = (tS: number): TickRow => ({
  tS,
  temperatureC: null,
  humidityPct: null,
  stationHpa: null,
  dewPointC: null,
  cloudIndex: null,
  rates: { temperatureCPerH: null, humidityPctPerH: null, pressureHpaPerH: null },
  seaLevelRatio: 1.01,
});

export const rowOf = (tS: number, temperatureC: number, humidityPct: number, stationHpa: number): TickRow => ({
  ...bareRow(tS),
  temperatureC,
  humidityPct,
  stationHpa,
  dewPointC: dewPointC(temperatureC, humidityPct),
});

/** Seeded weather on a grid: sun heats through clouds that come and go, air masses change over days, troughs pass. */
export function weather(seed: number, days: number, stepS: number, startS = START_S): TickRow[] {
  const { normal } = seeded(seed);
  const walk = (memoryS: number, sd: number) => {
    const keep = Math.exp(-stepS / memoryS);
    let value = sd * normal();
    return () => {
      value = keep * value + sd * Math.sqrt(1 - keep * keep) * normal();
      return value;
    };
  };
  const mass = walk(2.5 * 86400, 4);
  const cloudiness = walk(6 * 3600, 1);
  const deep = walk(1.5 * 86400, 9);
  const moisture = walk(86400, 8);
  const gusts = walk(1800, 0.25);
  const track = new SunTrack(PLACE, stepS);
  let heat = 0;
  let smooth = 0;
  return Array.from({ length: Math.round((days * 86400) / stepS) }, (_, i) => {
    const tS = startS + i * stepS;
    const sun = track.at(tS);
    const cloud = 1 / (1 + Math.exp(-1.5 * cloudiness()));
    heat += (stepS / 3600) * (6 * sun * (1 - 0.7 * cloud) - 0.5 - 0.25 * heat);
    smooth += (1 - Math.exp(-stepS / (4 * 3600))) * (deep() - smooth);
    const temperatureC = 9 + mass() + heat + gusts();
    const humidityPct = Math.min(99, Math.max(20, 80 - 3 * heat + moisture()));
    return {
      ...rowOf(tS, temperatureC, humidityPct, 1003 + smooth),
      cloudIndex: sun > 0.09 ? cloud : null,
    };
  });
}

/** Lives through these rows; what could be scored meanwhile. */
export const play = (engine: ForecastEngine, rows: Iterable<TickRow>): Matured[] =>
  [...rows].flatMap((row) => engine.tick(row).matured);

/** Behind a gap across which all that waits expires. */
export const muchLater = (row: TickRow): TickRow => ({ ...row, tS: row.tS + 10 * 86400 });
