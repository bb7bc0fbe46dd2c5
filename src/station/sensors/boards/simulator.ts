import { rhAtAirTemperature } from '../../air/physics/humidity.ts';
import type { Place } from '../../air/physics/sun.ts';
import type { Board, BoardNotice, LightReading, Sample } from '../sample.ts';
import { normal } from './lattice-noise.ts';
import { SimulatedConsole } from './simulated-console.ts';
import { SimulatedWeather, type Weather } from './simulated-weather.ts';

/** Default place of simulated weather. */
const SOMEWHERE = { latitude: 52, longitude: 10 };

/** The k that a calibration of the simulated board finds, off the default prior on purpose. */
export const SIMULATED_K = 0.62;
const LUX_PER_WM2 = 107;
/** Daylight that reaches the board through a window. */
const WINDOW_SHARE = 0.12;

const quantise = (value: number, step: number): number => Math.round(value / step) * step;

export interface SimulatorSettings {
  seed: number;
  place: Place;
  altitudeM: number;
  /** The compensation's psychrometric term is on: the element then shows its own, lower humidity, by the exact inverse. */
  psychrometric?: boolean;
  /** With the wind, rain and sun of a bought station beside the board. */
  outdoors?: boolean;
}

/**
 * A board like any other. Its thermometer is heated by the exact inverse of the compensator's model: the element reads
 * T_raw = (T + k c)/(1 + k) wherever the CPU is warmer than the air, so T = T_raw − k (c − T_raw).
 */
export class SimulatorBoard implements Board {
  readonly kind = 'simulator';
  readonly hasColourSensor = true;
  readonly weather: SimulatedWeather;
  readonly #seed: number;
  readonly #console: SimulatedConsole | null;

  constructor(private readonly settings: SimulatorSettings) {
    const { latitude, longitude } = settings.place;
    const place = latitude === null || longitude === null ? SOMEWHERE : { latitude, longitude };
    this.weather = new SimulatedWeather(settings.seed, place, settings.altitudeM);
    this.#seed = settings.seed * 64 + 32;
    this.#console = settings.outdoors ? new SimulatedConsole(settings.seed) : null;
  }

  async open(): Promise<void> {}
  async close(): Promise<void> {}
  takeNotices(): BoardNotice[] {
    return [];
  }

  async read(tS: number): Promise<Sample> {
    return this.sample(tS);
  }

  /** The same without the promise: seeding a month calls it a hundred thousand times. */
  sample(tS: number): Sample {
    const weather = this.weather.at(tS);
    const turn = Math.round(tS * 10);
    const noise = (channel: number, sd: number): number => sd * normal(this.#seed + channel, turn);
    const air = weather.temperatureC;
    const felt = weather.cpuFeltC;
    const elementC = felt > air ? (air + SIMULATED_K * felt) / (1 + SIMULATED_K) : air;
    const elementRh = this.settings.psychrometric
      ? rhAtAirTemperature(weather.humidityPct, air, elementC)
      : weather.humidityPct;
    return {
      humidityChipC: quantise(elementC + noise(0, 0.012), 0.001),
      pressureChipC: quantise(elementC + 0.87 + noise(1, 0.02), 0.002),
      humidityPct: quantise(Math.min(100, Math.max(0, elementRh + noise(2, 0.09))), 0.004),
      pressureHpa: quantise(weather.stationHpa + noise(3, 0.012), 1 / 4096),
      cpuC: quantise(weather.cpuC + noise(4, 0.25), 0.001),
      accelG: { x: noise(5, 0.002), y: noise(6, 0.002), z: 1 + noise(7, 0.002) },
      gyroDps: { x: noise(8, 0.06), y: noise(9, 0.06), z: noise(10, 0.06) },
      fieldUt: { x: 18 + noise(11, 0.2), y: -4 + noise(12, 0.2), z: 44 + noise(13, 0.2) },
      light: lightOf(weather, noise(14, 0.004)),
      ...(this.#console && { narrow: this.#console.report(weather, tS) }),
    };
  }
}

/** Daylight through a window on a sensor with fixed gain: clouds turn it bluer and dimmer, dusk ends it at zero counts. */
function lightOf(weather: Weather, flicker: number): LightReading {
  const lux = Math.max(0, weather.solarWm2 * LUX_PER_WM2 * WINDOW_SHARE * (1 + flicker));
  const clear = Math.min(65_535, Math.round(lux * 4));
  const share = (part: number) => Math.round(clear * part);
  return {
    clear,
    red: share(0.34 - 0.05 * weather.cloud),
    green: share(0.36),
    blue: share(0.26 + 0.06 * weather.cloud),
    gain: 4,
    integrationMs: 153.6,
    saturated: false,
    lux,
    cctK: clear < 10 ? null : 5200 + 1400 * weather.cloud,
  };
}
