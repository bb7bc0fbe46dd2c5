import type { NarrowValues } from '../../../quantities/names.ts';
import type { AirLevels } from '../../tick.ts';
import type { Place } from '../physics/sun.ts';
import { Et0Counter } from './et0-counter.ts';
import { SunshineCounter } from './sunshine-counter.ts';

export interface OutdoorsSettings {
  place: Place;
  altitudeM: number;
  /** A board in a room says nothing of the air outside. */
  indoors: boolean;
}

/** Thousandths of a millimetre and of a second: increments of the tiers are whole millionths. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** Counters that follow from what only some stations measure: sunshine and evapotranspiration, stored beside it as increments. */
export class Outdoors {
  readonly state: { sunshine: SunshineCounter; et0: Et0Counter };

  constructor(private readonly settings: OutdoorsSettings) {
    const { place, altitudeM } = settings;
    this.state = { sunshine: new SunshineCounter(place), et0: new Et0Counter(place, altitudeM) };
  }

  /** What came with a sample, and the increments that follow from it. `evenS` only passes. */
  learn(narrow: NarrowValues | undefined, board: AirLevels, tS: number, evenS: number): NarrowValues | undefined {
    if (narrow === undefined) return undefined;
    const sunshineS = narrow.solarWm2 === undefined ? null : this.state.sunshine.learn(narrow.solarWm2, tS, evenS);
    const own = this.settings.indoors ? null : board;
    const et0Mm = this.state.et0.learn(
      {
        temperatureC: narrow.outdoorTemperatureC ?? own?.temperatureC ?? null,
        humidityPct: narrow.outdoorHumidityPct ?? own?.humidityPct ?? null,
        windMs: narrow.windSpeedMs ?? null,
        solarWm2: narrow.solarWm2 ?? null,
        stationHpa: board.stationHpa,
      },
      tS,
    );
    return {
      ...narrow,
      ...(sunshineS !== null && { sunshineS: rounded(sunshineS) }),
      ...(et0Mm !== null && { et0Mm: rounded(et0Mm) }),
    };
  }
}
