import { HOUR_S } from '../../base/durations.ts';
import type { Telemetry } from '../../contract/telemetry.ts';
import type { NarrowName } from '../../quantities/names.ts';
import { apparentTemperatureC, feelsLike, type OutdoorAir, windChillC } from '../air/physics/feels-like.ts';
import { DaySums } from '../inputs/day-sums.ts';
import { type RainEventState, RainSums } from '../inputs/rain-sums.ts';
import type { Memory, Remembered } from '../learned/memory.ts';
import type { FeltQuantities, Reading } from '../sampling/reading.ts';
import type { InputsRoom } from './inputs.ts';
import type { Shared } from './shared.ts';

const VERSION = 1;

/** Quantities that follow from the values of only some stations; null where one of them is missing. */
export interface Outside {
  sums: Pick<Telemetry, 'rain_event' | 'rain_month' | 'rain_year' | 'sunshine_today_h' | 'et0_today'>;
  felt: FeltQuantities;
  feelsLikeBy: Telemetry['feels_like_by'];
}

/** Quantities that are told as sums of today. */
const SUMMED = ['sunshineS', 'et0Mm'] as const;
type Today = DaySums<(typeof SUMMED)[number]>;

interface State {
  event: RainEventState;
  today: Today['saved'];
}
interface Parts extends Pick<Shared, 'config' | 'store' | 'zone'> {
  inputs: InputsRoom;
}

/** Sums and derived values of the air outside, by whatever measures it. */
export class OutdoorsRoom {
  readonly #rain: RainSums;
  readonly #today: Today;

  constructor(
    private readonly parts: Parts,
    memory: Memory,
  ) {
    const { zone, store } = parts;
    const stored = (fromS: number, untilS: number) => store.history.sum('rainMm', fromS, untilS);
    [this.#rain, this.#today] = memory.revive('outside', VERSION, (saved: State | null) => [
      new RainSums(zone, stored, saved?.event),
      new DaySums(zone, SUMMED, saved?.today),
    ]);
  }

  remembered(): Remembered[] {
    const state: State = { event: this.#rain.toJSON(), today: this.#today.saved };
    return [{ name: 'outside', version: VERSION, state }];
  }

  /** A sample has its time. */
  takeReading({ sample: { narrow }, tS }: Reading): void {
    if (narrow === undefined) return;
    if (narrow.rainMm !== undefined) this.#rain.add(narrow.rainMm, tS);
    this.#today.add(narrow, tS);
  }

  /** Takes all sums anew from what is stored: values were struck out, have come, or have moved with a mended clock. */
  resum(): void {
    const { history, samples } = this.parts.store;
    const newestS = samples.newestTs();
    if (newestS === null) return;
    this.#rain.resum(newestS + 0.001, (fromS, untilS) => history.showers(fromS, untilS));
    this.#today.resum((name, fromS, untilS) => history.sum(name, fromS, untilS), newestS);
  }

  outside(reading: Reading): Outside {
    const { tS } = reading;
    const today = this.#today.at(tS);
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
    const { inputs, config } = this.parts;
    const own = config.site.indoors ? null : reading.smooth;
    return {
      temperatureC: inputs.value('outdoorTemperatureC', reading) ?? reading.outdoorC ?? own?.temperatureC ?? null,
      humidityPct: inputs.value('outdoorHumidityPct', reading) ?? own?.humidityPct ?? null,
      windMs: inputs.value('windSpeedMs', reading),
    };
  }
}
