import type { SmallNetState } from '../../maths/small-net.ts';
import type { Target } from '../signals.ts';
import type { Steps } from '../steps.ts';
import type { TickRow } from '../tick.ts';
import { Climate, type ClimateState } from './climate/climate.ts';
import type { HeadKey } from './grid.ts';
import type { Knowledge } from './knowledge.ts';
import type { Diary } from './learners/diary.ts';
import type { Head } from './learners/head.ts';
import type { SavedHead } from './learners/heads.ts';
import type { NetToTrain } from './learners/net-expert.ts';
import type { DayMeans } from './learners/running.ts';

/** What is learned elsewhere, by night or from the past: what it is to be learned from, and how it takes its place here. */
export class Adopting {
  /** What a net was last asked to be learned from: an earlier time may have been brought back meanwhile. */
  #askedDiary: Diary | null = null;

  constructor(
    private readonly known: Knowledge,
    private readonly dayOffsetS: number,
  ) {}

  /** Puts what was learned from history in the place of one head of our own. Pending rows and scores stay. */
  head(key: HeadKey, saved: SavedHead): void {
    const former = this.#head(key.target, key.horizonS);
    this.known.heads.restore(key, saved);
    this.#head(key.target, key.horizonS).inherit(former);
    this.known.fresh.clear();
  }

  savedHead(key: HeadKey): SavedHead {
    return this.known.heads.save(key);
  }

  /** Lessons to teach a net from; null where none is due, or has not been for so many days. */
  netDue(forDays = 0): NetToTrain | null {
    const due = this.known.net.toTrain(forDays);
    this.#askedDiary = due && this.known.net.diary;
    return due;
  }

  net(net: SmallNetState): void {
    if (this.known.net.diary === this.#askedDiary) this.known.net.adopt(net);
  }

  /** The hours of the net as they are stored, on the scale in force. */
  diary(diary: Diary): void {
    this.known.net.diary.adopt(diary);
  }

  /** Before the newest tick: where the diary of the net, which is saved more seldom than the rest, may lack what is stored. */
  undiarised(untilS: number): ReturnType<Diary['untold']> {
    return this.known.net.diary.untold(untilS);
  }

  /** Such rows, for the diary alone. */
  *recalling(rows: Iterable<TickRow>): Steps<void> {
    const guard = this.known.guard.anew();
    for (const row of rows) {
      this.known.net.diary.enter(guard.examine(row));
      yield;
    }
  }

  /** The day means as the past has them, and the rows that came since. */
  dayMeans(dayMean: DayMeans, since: Iterable<TickRow>): void {
    this.known.running.adopt(dayMean, since);
  }

  climateState(): ClimateState {
    return this.known.climate.toJSON();
  }

  /** To be adopted in another turn: this takes milliseconds, and adopting it does not. */
  reviveClimate(saved: ClimateState): Climate {
    return Climate.fromJSON(saved, this.dayOffsetS);
  }

  /** Climatology and outlook as they were learned from the past, and the rows that came since; `learned` hears each of them. */
  climate(climate: Climate, since: Iterable<TickRow>, learned: (row: TickRow) => void = () => {}): void {
    this.known.climate = climate;
    for (const row of since) {
      climate.absorb(row);
      learned(row);
    }
  }

  #head(target: Target, horizonS: number): Head {
    return this.known.heads.get(target, horizonS);
  }
}
