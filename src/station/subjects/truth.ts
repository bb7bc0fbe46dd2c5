import { HOUR_S } from '../../base/durations.ts';
import { sentence } from '../../words/sentence.ts';
import { BOARD, otherSeries, sameTruth, type Truth } from '../air/scale/scale.ts';
import type { Reading } from '../sampling/reading.ts';
import type { InputsRoom } from './inputs.ts';
import type { Shared } from './shared.ts';

/** Time that a choice has to stand: one sensor in place of another is two touches. */
const SETTLES_S = 60;
/** Silence of the board's barometer after which a sender's takes its place. */
const BAROMETER_GONE_S = 6 * HOUR_S;

interface Parts extends Pick<Shared, 'config' | 'scale' | 'report' | 'bus'> {
  inputs: InputsRoom;
}

/**
 * Outdoor truth: the sensor that forecasts are for. Beside a board indoors it is the sender chosen for the temperature, until a person
 * changes that: while it is silent, forecasts have no beginning, and the room is no stand-in. Pressure is the same on both sides of a wall:
 * the board's barometer stays while it works.
 */
export class TruthRoom {
  #boardHpaS: number | null = null;
  #wanted: { truth: Truth; sinceS: number } | null = null;

  constructor(private readonly parts: Parts) {}

  /** A sample has its time. */
  takeReading(reading: Reading): void {
    const { scale } = this.parts.scale.scaling;
    const wanted = this.#truth(reading);
    if (sameTruth(wanted, scale)) {
      this.#wanted = null;
      return;
    }
    if (this.#wanted === null || !sameTruth(wanted, this.#wanted.truth)) {
      this.#wanted = { truth: wanted, sinceS: reading.evenS };
    }
    if (reading.evenS - this.#wanted.sinceS >= SETTLES_S) this.#follow(wanted, reading.tS);
  }

  #truth({ sample: { heard, pressureHpa }, evenS }: Reading): Truth {
    const { scale } = this.parts.scale.scaling;
    const wasGone = this.#boardHpaS === null && scale.barometer !== null;
    if (pressureHpa !== null) this.#boardHpaS = evenS;
    else if (!wasGone) this.#boardHpaS ??= evenS;
    const isGone = this.#boardHpaS === null || evenS - this.#boardHpaS > BAROMETER_GONE_S;
    return {
      air: this.parts.config.site.indoors ? (heard?.air ?? null) : null,
      barometer: isGone ? (heard?.barometer ?? null) : null,
    };
  }

  /** A disk that refuses is asked again with the next sample; a station in memory stays with the former. */
  #follow(truth: Truth, tS: number): void {
    const { scale, report, bus, inputs } = this.parts;
    const change = scale.follow(tS, truth);
    if (change === null || 'error' in change) return;
    const anew = otherSeries(change.from ?? BOARD, truth);
    const who = (series: number | null) => series && inputs.nameOfSeries(series);
    const [air, barometer] = [who(truth.air), who(truth.barometer)];
    const ofAir = air === null ? sentence('truth.board') : sentence('truth.sender', { who: air });
    if (anew.includes('temperature')) report('sensor', 'info', ofAir);
    const ofBarometer =
      barometer === null ? sentence('truth.own-barometer') : sentence('truth.barometer', { who: barometer });
    if (anew.includes('pressure')) report('sensor', 'info', ofBarometer);
    bus.tell('rescaled', change);
  }
}
