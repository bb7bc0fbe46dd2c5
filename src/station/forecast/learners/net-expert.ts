import { DAY_S, HOUR_S } from '../../../base/durations.ts';
import type { Target } from '../../../contract/names.ts';
import { finite } from '../../../maths/check.ts';
import { savedState } from '../../../maths/codec.ts';
import { type NetLessons, type NetSettings, trainNet } from '../../../maths/net-trainer.ts';
import { type NetShape, SmallNet, type SmallNetState } from '../../../maths/small-net.ts';
import type { Place } from '../../air/physics/sun.ts';
import { clip, horizonScale } from '../grid.ts';
import { Diary, type DiaryState } from './diary.ts';
import { type Look, NET_HEADS, NET_INPUTS, netInputs } from './net-inputs.ts';
import { SunTrack } from './sun-track.ts';

export type NetExpertState = ReturnType<NetExpert['toJSON']>;

/** All that teaching needs, as plain data: it is done in another thread. */
export interface NetToTrain {
  diary: DiaryState;
  place: Place;
  dayOffsetS: number;
}

/** Younger nets take one season for another: of eight months they learned nothing that held. */
const FIRST_DAYS = 200;
/** Growth of the diary after which the net is retrained, within the limits below. */
const GROWTH = 0.3;
const SOONEST_DAYS = 60;
const LATEST_DAYS = 120;
const HOURS_A_DAY = DAY_S / HOUR_S;
/** History length of the inputs. */
const LOOK_BACK_HOURS = HOURS_A_DAY;

const SHAPE: NetShape = [NET_INPUTS, 64, 48, NET_HEADS.length];
const SETTINGS: NetSettings = {
  shape: SHAPE,
  epochs: 12,
  batch: 128,
  rate: 0.002,
  decay: 0.03,
  hidden: 0.08,
  bound: 0.5,
  seed: 1,
};

/** Every hour of the diary that knows what came of it, in units of the heads' scales. */
export function netLessons({ diary: saved, place, dayOffsetS }: NetToTrain): NetLessons {
  const diary = Diary.fromJSON(saved);
  const track = new SunTrack(place, HOUR_S);
  const rows: Float32Array[] = [];
  const answers: number[][] = [];
  for (let hour = diary.oldest + LOOK_BACK_HOURS; hour < (diary.newest ?? 0); hour++) {
    const came = NET_HEADS.map(({ target, horizonS }) => {
      const change = diary.at(target, hour + horizonS / HOUR_S) - diary.at(target, hour);
      return change / horizonScale(target, horizonS);
    });
    if (came.every(Number.isNaN)) continue;
    rows.push(netInputs((series, ago) => diary.at(series, hour - ago), hour * HOUR_S, track, dayOffsetS));
    answers.push(came);
  }
  const inputs = new Float32Array(rows.length * NET_INPUTS);
  for (const [i, row] of rows.entries()) inputs.set(row, i * NET_INPUTS);
  return { inputs, answers: Float32Array.from(answers.flat()) };
}

/** The teaching itself, wherever it is done. Yields its progress. */
export function* teachNet(asked: NetToTrain): Generator<number, SmallNetState> {
  return savedState(yield* trainNet(netLessons(asked), SETTINGS));
}

/**
 * One net for all heads from an hour on: what bends the course of temperature bends that of humidity, and what is learned of one hour
 * ahead helps to see three. It is trained from the diary now and then, in another thread. A young station has none.
 */
export class NetExpert {
  diary = new Diary();
  /** Entries of the diary when the net was asked for. */
  #trainedAt = 0;
  #net: SmallNet | null = null;

  constructor(
    private readonly place: Place,
    private readonly track: SunTrack,
    private readonly dayOffsetS: number,
  ) {}

  /** Days since there was enough to learn a net from, or another than there is; below 0 before that. */
  get dueForDays(): number {
    const trainedAtDays = this.#trainedAt / HOURS_A_DAY;
    const againDays = trainedAtDays + clip(GROWTH * trainedAtDays, SOONEST_DAYS, LATEST_DAYS);
    return this.diary.entries / HOURS_A_DAY - (this.#net ? Math.max(FIRST_DAYS, againDays) : FIRST_DAYS);
  }

  /** Training data; null while nothing is due, or not for so many days. */
  toTrain(dueForDays = 0): NetToTrain | null {
    if (this.dueForDays < dueForDays) return null;
    return { diary: this.diary.toJSON(), place: this.place, dayOffsetS: this.dayOffsetS };
  }

  /** Forgets the net and the diary that it was taught from. */
  beginAnew(): void {
    this.diary = new Diary();
    this.#trainedAt = 0;
    this.#net = null;
  }

  /** `trainedAt`: entries of the diary that it was taught from. */
  adopt(net: SmallNetState, trainedAt = this.diary.entries): void {
    this.#net = new SmallNet(SHAPE).restore(net);
    this.#trainedAt = trainedAt;
  }

  /** The net alone; null before there is one. */
  taught() {
    return this.#net && { net: savedState(this.#net), trainedAt: this.#trainedAt };
  }

  /**
   * The changes that are to be expected, by target and horizon, in units of the heads' scales; null until there is a net, and for heads
   * that it had no lessons of: the sensor came later.
   */
  predict(look: Look, tS: number): ((target: Target, horizonS: number) => number | null) | null {
    const net = this.#net;
    if (!net) return null;
    const said = net.predict(netInputs(look, tS, this.track, this.dayOffsetS));
    return (target, horizonS) => {
      const head = indexOf(target, horizonS);
      return net.knows(head) ? said[head]! : null;
    };
  }

  toJSON() {
    return { diary: this.diary.toJSON(), trainedAt: this.#trainedAt, net: this.#net && savedState(this.#net) };
  }

  /** Restores the net. One of another version is retrained from the diary, which stays. */
  restore(saved: NetExpertState): void {
    this.diary = Diary.fromJSON(saved.diary);
    this.#net = saved.net && new SmallNet(SHAPE).restore(saved.net);
    this.#trainedAt = finite(saved.trainedAt, 'entries at the teaching of the net');
  }
}

const indexOf = (target: Target, horizonS: number): number =>
  NET_HEADS.findIndex((head) => head.target === target && head.horizonS === horizonS);
