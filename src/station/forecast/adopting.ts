import type { Steps } from '../../base/steps.ts';
import { savedState } from '../../maths/codec.ts';
import type { SmallNetState } from '../../maths/small-net.ts';
import type { TickRow } from '../tick.ts';
import { Climate } from './climate/climate.ts';
import type { HeadKey } from './grid.ts';
import type { SavedHead } from './heads/heads.ts';
import type { Knowledge } from './knowledge.ts';
import { Diary } from './learners/diary.ts';
import { type NetToTrain, teachNet } from './learners/net-expert.ts';

export type RevivedUsual = ReturnType<Adopting['revive']>;

/** Adoption of models trained elsewhere, by night or from the past: their training data, and their switch-over. */
export class Adopting {
  /** Diary of the pending net training: an earlier time may have been restored meanwhile. */
  #askedDiary: Diary | null = null;

  constructor(
    private readonly known: Knowledge,
    private readonly dayOffsetS: number,
  ) {}

  /** Puts what was learned from history in the place of one head of our own. Pending rows and scores stay. */
  head(key: HeadKey, saved: SavedHead): void {
    const { heads } = this.known;
    const former = heads.get(key.target, key.horizonS);
    heads.restore(key, saved);
    heads.get(key.target, key.horizonS).inherit(former);
    this.known.hasFreshHeads = false;
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

  /** Teaches a net where one is due, as a station does at night in another thread. Yields its progress. */
  *night(): Generator<number> {
    const due = this.netDue();
    if (due) this.net(yield* teachNet(due));
  }

  /** Stored hours that the net's diary lacks: it is saved more seldom than the rest. */
  missingHours(untilS: number): ReturnType<Diary['missingHours']> {
    return this.known.net.diary.missingHours(untilS);
  }

  /** Learns these rows into the diary only. */
  *fillDiary(rows: Iterable<TickRow>): Steps<void> {
    const guard = this.known.guard.anew();
    for (const row of rows) {
      this.known.net.diary.enter(guard.examine(row));
      yield;
    }
  }

  /** All of the forecast room that stands on a scale; the heads hold no levels. */
  usual() {
    const { climate, running, net } = this.known;
    return {
      climate: climate.toJSON(),
      dayMean: savedState(running).dayMean,
      diary: net.diary.toJSON(),
      /** Taught while the past was walked through; null where none was, and the present one stays. */
      net: net.taught(),
    };
  }

  /** The same, to be adopted in another turn: reviving it takes milliseconds, and adopting it does not. */
  revive({ climate, diary, ...others }: ReturnType<Adopting['usual']>) {
    return { ...others, climate: new Climate(this.dayOffsetS).restore(climate), diary: Diary.fromJSON(diary) };
  }

  /** Adopts climatology relearned from the past, and replays the rows since; `learned` hears each of them. */
  adoptUsual(usual: RevivedUsual, since: readonly TickRow[], learned: (row: TickRow) => void = () => {}): void {
    this.known.running.adopt(usual.dayMean, since);
    this.known.net.diary.adopt(usual.diary);
    if (usual.net) this.known.net.adopt(usual.net.net, usual.net.trainedAt);
    this.known.climate = usual.climate;
    for (const row of since) {
      usual.climate.absorb(row);
      learned(row);
    }
  }
}
