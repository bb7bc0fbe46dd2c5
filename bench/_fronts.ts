import type { RecordRow } from '../src/backtest/record.ts';
import { seeded } from '../tests/support/seeded.ts';

/** Where a station of the simulated fleet stands, kilometres east and north of the one that forecasts. */
export interface Site {
  eastKm: number;
  northKm: number;
}

/** A front on its way: a trough of pressure and, where it has passed, another air. */
interface Front {
  /** At the middle of the fleet. */
  passesH: number;
  /** Hours it takes for a kilometre east, and for one north. */
  eastHPerKm: number;
  northHPerKm: number;
  depthHpa: number;
  fallH: number;
  riseH: number;
  dropC: number;
  widthH: number;
  fadeH: number;
}

const HOUR_S = 3600;
const BEGIN_S = 1_640_995_200; // 2022-01-01
const DAY_H = 24;
const YEAR_H = 8766;

type Chance = ReturnType<typeof seeded>;

/** About one in two and a half days, most of them from the west, at 25 to 75 km/h. */
function fronts(hours: number, chance: Chance): Front[] {
  const all: Front[] = [];
  for (let atH = 0; atH < hours + DAY_H; atH += 12 + 48 * -Math.log(1 - chance.uniform())) {
    const kmPerH = 25 + 50 * chance.uniform();
    const bearing = 0.6 * chance.normal();
    all.push({
      passesH: atH,
      eastHPerKm: Math.cos(bearing) / kmPerH,
      northHPerKm: Math.sin(bearing) / kmPerH,
      depthHpa: 3 + 14 * chance.uniform(),
      fallH: 8 + 14 * chance.uniform(),
      riseH: 5 + 10 * chance.uniform(),
      dropC: 1 + 7 * chance.uniform(),
      widthH: 0.4 + 1.2 * chance.uniform(),
      fadeH: 24 + 48 * chance.uniform(),
    });
  }
  return all;
}

/** What wanders and comes back: standard deviation `sd`, forgotten in `hours`. */
function wander(n: number, sd: number, hours: number, chance: Chance): Float64Array {
  const keep = Math.exp(-1 / hours);
  const path = new Float64Array(n);
  let value = sd * chance.normal();
  for (let i = 0; i < n; i++) {
    value = keep * value + sd * Math.sqrt(1 - keep * keep) * chance.normal();
    path[i] = value;
  }
  return path;
}

/** What the weather over all of the fleet does at once: it tells nobody anything of his neighbours' that he does not measure himself. */
interface Sky {
  fronts: Front[];
  pressure: Float64Array;
  temperature: Float64Array;
  cloud: Float64Array;
}

/**
 * Hourly records of a fleet. All of it is made up: the same fronts cross every station at their own time, a little earlier or later and
 * a little stronger or weaker at each; beside them each has wanderings of its own that no neighbour knows of, and noise.
 */
export function fleetUnderFronts(sites: readonly Site[], hours: number, seed: number): RecordRow[][] {
  const chance = seeded(seed);
  const sky: Sky = {
    fronts: fronts(hours, chance),
    pressure: wander(hours, 6, 60, chance),
    temperature: wander(hours, 2.5, 72, chance),
    cloud: wander(hours, 0.35, 18, chance),
  };
  return sites.map((site) => stationUnder(sky, site, hours, chance));
}

function stationUnder(sky: Sky, { eastKm, northKm }: Site, hours: number, chance: Chance): RecordRow[] {
  const pressure = new Float64Array(hours);
  const temperature = new Float64Array(hours);
  for (const front of sky.fronts) {
    const passesH = front.passesH + eastKm * front.eastHPerKm + northKm * front.northHPerKm + 0.3 * chance.normal();
    const strength = 1 + 0.15 * chance.normal();
    const from = Math.max(0, Math.floor(passesH - 4 * front.fallH));
    const until = Math.min(hours, Math.ceil(passesH + 5 * front.fadeH));
    for (let i = from; i < until; i++) {
      const afterH = i - passesH;
      const width = afterH < 0 ? front.fallH : front.riseH;
      pressure[i]! -= strength * front.depthHpa * Math.exp(-Math.abs(afterH) / width);
      const passed = 1 / (1 + Math.exp(-afterH / front.widthH));
      temperature[i]! -= strength * front.dropC * passed * Math.exp(-Math.max(0, afterH) / front.fadeH);
    }
  }
  const ownPressure = wander(hours, 0.4, 5, chance);
  const ownTemperature = wander(hours, 0.8, 6, chance);
  return Array.from({ length: hours }, (_, i): RecordRow => {
    const clear = Math.min(1, Math.max(0.1, 0.6 + sky.cloud[i]!));
    const daily = 4.5 * clear * Math.cos((2 * Math.PI * (i - 14)) / DAY_H);
    const yearly = -9 * Math.cos((2 * Math.PI * (i - 20 * DAY_H)) / YEAR_H);
    const airC = 10 + yearly + daily + sky.temperature[i]! + temperature[i]! + ownTemperature[i]!;
    return {
      tS: BEGIN_S + i * HOUR_S,
      temperatureC: airC + 0.1 * chance.normal(),
      humidityPct: Math.min(99, Math.max(20, 74 - 3.5 * (daily + ownTemperature[i]!) + 2 * chance.normal())),
      pressureHpa: 1013 + sky.pressure[i]! + pressure[i]! + ownPressure[i]! + 0.1 * chance.normal(),
      solarWm2: null,
      rainMm: null,
    };
  });
}
