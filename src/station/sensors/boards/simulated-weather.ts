import { DAY_S, HOUR_S } from '../../../base/durations.ts';
import { clearSkyWm2 } from '../../air/physics/clear-sky.ts';
import { saturationHpa } from '../../air/physics/saturation.ts';
import { type Place, solarPosition } from '../../air/physics/sun.ts';
import { LatticeNoise } from './lattice-noise.ts';

/** The truth of a simulated moment, before any sensor has seen it. */
export interface Weather {
  temperatureC: number;
  humidityPct: number;
  stationHpa: number;
  /** 0 clear .. 1 overcast. */
  cloud: number;
  /** Rain intensity, 0 dry .. 1 pouring. */
  rain: number;
  solarWm2: number;
  cpuC: number;
  /** The CPU as the board feels it, with a minute's delay: what the compensation's minute mean follows. */
  cpuFeltC: number;
}

const YEAR_S = 365.2425 * DAY_S;
/** The warmest day of the north lags the solstice by a month. */
const WARMEST_S = 200 * DAY_S;

/** By how much an exponential mean of a minute, sampled every 2 s, lags behind what it follows. */
const FELT_LATER_S = 59;

const clamp = (v: number, lo: number, hi: number): number => Math.min(hi, Math.max(lo, v));

/**
 * Mid-latitude weather as a pure function of time: seasons, days heated by the sun that clouds let through, pressure systems
 * that come and go over days, rain that comes with low pressure and shows in humidity, light and temperature. Plausible, not
 * real: every screen says so.
 */
export class SimulatedWeather {
  readonly #noise;

  constructor(
    seed: number,
    private readonly place: Place & { latitude: number; longitude: number },
    private readonly altitudeM: number,
  ) {
    const noise = (n: number, stepS: number) => new LatticeNoise(seed * 16 + n, stepS);
    this.#noise = {
      system: noise(1, 1.6 * DAY_S),
      trough: noise(2, 9 * HOUR_S),
      airMass: noise(3, 1.4 * DAY_S),
      moisture: noise(4, 0.8 * DAY_S),
      deck: noise(5, 4 * HOUR_S),
      broken: noise(6, 0.3 * HOUR_S),
      showers: noise(7, 1.2 * HOUR_S),
      gusts: noise(8, 600),
      load: noise(9, HOUR_S),
    };
  }

  at(tS: number): Weather {
    const { system, trough, showers, gusts, moisture } = this.#noise;
    const pressureAnomalyHpa = 8.5 * system.at(tS) + 2.2 * trough.at(tS);
    const cloud = this.#cloud(tS);
    const rain = clamp(1.1 * (showers.at(tS) - 0.09 * pressureAnomalyHpa - 1.6 + 0.9 * (cloud - 0.5)), 0, 1);
    const solarWm2 = this.#sunWm2(tS, cloud) * (1 - 0.5 * rain);

    const dayMeanC = this.#dayMeanC(tS);
    const temperatureC = dayMeanC + this.#heating(tS) - 1.5 * rain + 0.12 * gusts.at(tS) - 0.0065 * this.altitudeM;
    const dewC = dayMeanC - 6 + 2.2 * moisture.at(tS) + 2.5 * (cloud - 0.5) + 2 * rain - 0.0065 * this.altitudeM;
    const humidityPct = clamp((100 * saturationHpa(Math.min(dewC, temperatureC))) / saturationHpa(temperatureC), 8, 99);

    // The semidiurnal tide of the atmosphere peaks near 10 and 22 h local solar time.
    const solarHour = tS / HOUR_S + this.place.longitude / 15;
    const tideHpa = 0.5 * Math.cos((2 * Math.PI * (solarHour - 10)) / 12);
    const seaLevelHpa = 1014 + pressureAnomalyHpa + tideHpa;
    const stationHpa = seaLevelHpa * (1 - (0.0065 * this.altitudeM) / 288.15) ** 5.2559;
    const cpuFeltC = this.#cpuC(tS - FELT_LATER_S);
    return { temperatureC, humidityPct, stationHpa, cloud, rain, solarWm2, cpuC: this.#cpuC(tS), cpuFeltC };
  }

  #dayMeanC(tS: number): number {
    const season = Math.cos((2 * Math.PI * (tS - WARMEST_S)) / YEAR_S) * (this.place.latitude < 0 ? -1 : 1);
    return 9.5 + 8.5 * season + 3.2 * this.#noise.airMass.at(tS);
  }

  #cpuC(tS: number): number {
    return this.#dayMeanC(tS) + 27 + 3 * this.#noise.load.at(tS);
  }

  #cloud(tS: number): number {
    const fronts = 0.5 * this.#noise.system.at(tS) + 0.35 * this.#noise.trough.at(tS);
    return 1 / (1 + Math.exp(-1.8 * (1.1 * this.#noise.deck.at(tS) - fronts + 0.35 * this.#noise.broken.at(tS))));
  }

  #sunWm2(tS: number, cloud: number): number {
    const sun = solarPosition(tS, this.place);
    return (clearSkyWm2(sun?.elevationDeg ?? null) ?? 0) * (1 - 0.75 * cloud ** 1.5);
  }

  /** The ground remembers sunshine for hours: a fading sum over the past, against the night's loss through a clear sky. */
  #heating(tS: number): number {
    let stored = 0;
    for (let back = 0; back < 6; back++) {
      const then = tS - (back + 0.5) * 1.5 * HOUR_S;
      stored += this.#sunWm2(then, this.#cloud(then)) * Math.exp(-back / 2.2);
    }
    return 0.0062 * stored - 3.2 - 0.8 * (1 - this.#cloud(tS - HOUR_S));
  }
}
