import { HOUR_S } from '../../base/durations.ts';
import type { Zone } from '../../base/zone.ts';
import type { Telemetry } from '../../contract/telemetry.ts';
import { finite } from '../../maths/check.ts';
import type { NarrowName } from '../../quantities/names.ts';
import { apparentTemperatureC, feelsLike, type OutdoorAir, windChillC } from '../air/physics/feels-like.ts';
import { type RainEventState, RainSums, type RainSumsAt } from '../inputs/rain-sums.ts';
import type { Memory, Remembered } from '../learned/memory.ts';
import type { FeltQuantities, Reading } from '../sampling/reading.ts';
import type { Store } from '../store/store.ts';
import type { InputsRoom } from './inputs.ts';

const VERSION = 1;

/** Quantities that follow from the values of only some stations; null where one of them is missing. */
export interface Outside {
  sums: RainSumsAt & Pick<Telemetry, 'sunshine_today_h' | 'et0_today'>;
  felt: FeltQuantities;
  feelsLikeBy: Telemetry['feels_like_by'];
}

export const NOTHING_OUTSIDE: Outside = {
  sums: { rain_event: null, rain_month: null, rain_year: null, sunshine_today_h: null, et0_today: null },
  felt: { windChillC: null, apparentC: null, feelsLikeC: null },
  feelsLikeBy: null,
};

interface Today {
  day: number;
  sunshineS: number | null;
  et0Mm: number | null;
}
interface State {
  event: RainEventState;
  today: Today | null;
}
interface Parts {
  zone: Zone;
  store: Store;
  inputs: InputsRoom;
  /** The board hangs in a room: its air is not that outside. */
  indoors: boolean;
}

/** Sums and derived values of the air outside, by whatever measures it. */
export class OutdoorsRoom {
  readonly #rain: RainSums;
  #today: Today | null;

  constructor(
    private readonly parts: Parts,
    memory: Memory,
  ) {
    const { zone, store } = parts;
    const stored = (fromS: number, untilS: number) => store.history.sum('rainMm', fromS, untilS);
    const revived = memory.revive(
      'outside',
      VERSION,
      () => ({ rain: new RainSums(zone, stored), today: null as Today | null }),
      ({ event, today }: State) => ({ rain: new RainSums(zone, stored, event), today: checked(today) }),
    );
    this.#rain = revived.rain;
    this.#today = revived.today;
  }

  remembered(): Remembered[] {
    const state: State = { event: this.#rain.toJSON(), today: this.#today };
    return [{ name: 'outside', version: VERSION, state }];
  }

  /** A sample has its time. */
  hear({ sample: { narrow }, tS }: Reading): void {
    if (narrow === undefined) return;
    const { rainMm, sunshineS, et0Mm } = narrow;
    if (rainMm !== undefined) this.#rain.add(rainMm, tS);
    if (sunshineS === undefined && et0Mm === undefined) return;
    const today = this.#of(tS);
    this.#today = {
      day: today.day,
      sunshineS: added(today.sunshineS, sunshineS),
      et0Mm: added(today.et0Mm, et0Mm),
    };
  }

  outside(reading: Reading): Outside {
    const { tS } = reading;
    const today = this.#of(tS);
    const air = this.#air(reading);
    const { feelsLikeC, by } = feelsLike(air);
    const has = (name: NarrowName) => this.parts.inputs.value(name, reading) !== null;
    const rain = has('rainMm') ? this.#rain.at(tS) : { rain_event: null, rain_month: null, rain_year: null };
    return {
      sums: {
        ...rain,
        sunshine_today_h: today.sunshineS === null || !has('solarWm2') ? null : today.sunshineS / HOUR_S,
        et0_today: today.et0Mm,
      },
      felt: { windChillC: windChillC(air), apparentC: apparentTemperatureC(air), feelsLikeC },
      feelsLikeBy: by,
    };
  }

  /** The air outside: of a sensor that hangs there, of the probe, or of a board that stands outdoors. */
  #air(reading: Reading): OutdoorAir {
    const { inputs, indoors } = this.parts;
    const own = indoors ? null : reading.smooth;
    return {
      temperatureC: inputs.value('outdoorTemperatureC', reading) ?? reading.outdoorC ?? own?.temperatureC ?? null,
      humidityPct: inputs.value('outdoorHumidityPct', reading) ?? own?.humidityPct ?? null,
      windMs: inputs.value('windSpeedMs', reading),
    };
  }

  /** A new day begins at 0 for what the day before had. */
  #of(tS: number): Today {
    const day = this.parts.zone.dayOf(tS);
    const last = this.#today;
    if (last === null) return { day, sunshineS: null, et0Mm: null };
    if (last.day >= day) return last;
    // Whoever stopped reporting a day ago has no sum of today.
    const next = (value: number | null) => (value === null || day > last.day + 1 ? null : 0);
    return { day, sunshineS: next(last.sunshineS), et0Mm: next(last.et0Mm) };
  }
}

const added = (sum: number | null, value: number | undefined): number | null =>
  value === undefined ? sum : Math.round(((sum ?? 0) + value) * 1e6) / 1e6;

function checked(today: Today | null): Today | null {
  if (today === null) return null;
  const { day, sunshineS, et0Mm } = today;
  finite(day, 'day');
  if (sunshineS !== null) finite(sunshineS, 'sunshine');
  if (et0Mm !== null) finite(et0Mm, 'evapotranspiration');
  return { day, sunshineS, et0Mm };
}
