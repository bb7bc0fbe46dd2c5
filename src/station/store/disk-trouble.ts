import { randomUUID } from 'node:crypto';
import { type Clock, sinceBootMs } from '../../base/clock.ts';
import { type Sentence, sentence } from '../../words/sentence.ts';
import { diskOf, isFull, LEAST_ROOM } from './disk-room.ts';
import { type Beginning, markWaiting } from './rescue/folder/last-stop.ts';
import { dropUnreported, leaveUnreported, type Unreported, unreportedIn } from './rescue/folder/unreported.ts';
import { isDiskTrouble } from './sqlite/database.ts';
import type { Events, ToldEvent } from './tables/events.ts';

const MINUTE_S = 60;
const MB = 1e6;
const ALL = Number.MAX_SAFE_INTEGER;

/** Disk that takes nothing at a start: in which way, and how much room the rescue of a damaged database needs. */
export interface TroubleAtStart {
  trouble: string;
  rescueBytes?: number | null;
}

/**
 * Full or failing disk, which is a condition: one event when it begins, and one when it is over, with the samples that were given up until
 * then. A stop that cannot store the second event leaves a note in the folder for a later station. A kill leaves no note, so the mark of the
 * folder says meanwhile that samples wait in memory alone.
 */
export class DiskTrouble {
  /** Newest sample that is stored, by steady time. */
  #storedS: number | null = null;
  #now: Sentence | null = null;
  #why = '';
  #freeAtRefusal = 0;
  /** Note of an earlier station. */
  #left: Unreported | null;
  /** Loss of this station, added to that of the note, and since when by steady time: the clock may be set meanwhile. */
  #own: { sinceS: number; lost: number } | null = null;
  /** The mark says that samples wait in memory alone. */
  #isMarked = false;
  /** Boot that steady time counts from. Where the machine does not name it, a name of our own, which fits no other station's note. */
  readonly #boot: string;

  constructor(
    private readonly folder: string,
    private readonly clock: Clock,
    private readonly nowS: () => number,
  ) {
    this.#boot = clock.boot || randomUUID();
    this.#left = unreportedIn(folder);
  }

  /** Why nothing reaches the disk now, for a banner while it lasts. */
  get now(): Sentence | null {
    return this.#now;
  }

  /** Reason of the last refusal, in the system's words. */
  get why(): string {
    return this.#why;
  }

  /** Notes the newest sample that this station has stored, by the clock of its moment. */
  stored(ts: number | null): void {
    this.#storedS = ts === null ? null : this.#steadyS - Math.max(0, this.nowS() - ts);
  }

  get #steadyS(): number {
    return sinceBootMs(this.clock) / 1000;
  }

  /** Moment of steady time, for a later station. */
  #noted(s: number): Beginning {
    const sinceTs = Math.round((this.nowS() - (this.#steadyS - s)) * 1000) / 1000;
    return { sinceTs, steady: { boot: this.#boot, s } };
  }

  #lastedS({ sinceTs, steady }: Beginning): number {
    return Math.max(0, steady?.boot === this.#boot ? this.#steadyS - steady.s : this.nowS() - sinceTs);
  }

  /**
   * Whether nobody can tell yet how long the trouble was. After a reboot the clock tells it, which may have to be set first: the first stored
   * sample shows that it is. Where this station has trouble, too, that is not waited for: samples may wait for a move of the clock, and the
   * move for the end of the trouble.
   */
  get #isTooEarly(): boolean {
    const isOfThisStart = !this.clock.boot || (this.#left?.steady?.boot ?? this.#boot) === this.#boot;
    return this.#now === null && this.#storedS === null && !isOfThisStart;
  }

  /** Samples that this station gave up and has not reported. */
  get lost(): number {
    return this.#own?.lost ?? 0;
  }

  /** Losses that the event of the end has to report, of this station and of those before; null if there are none. */
  get #unreported(): Unreported | null {
    const first = this.#left ?? (this.#own && this.#noted(this.#own.sinceS));
    return first && { killed: false, ...first, lost: (this.#left?.lost ?? 0) + this.lost };
  }

  /** Event to report for a disk error; null if it was reported. Anything but a condition of the disk is a bug, and thrown. */
  met(error: unknown): ToldEvent | null {
    if (!isDiskTrouble(error)) throw error;
    this.#why = (error as Error).message;
    if (this.#now && this.#isMarked) return null;
    this.#loss();
    return this.#begun(sentence('disk.refuses', { why: this.#why }), true);
  }

  /** Event of a start whose disk takes nothing. `inMemory`: no file takes the samples either. */
  atStart({ trouble, rescueBytes = null }: TroubleAtStart, inMemory: boolean): ToldEvent {
    const { folder } = this;
    this.#why = `disk ${trouble}`;
    if (rescueBytes === null) return this.#begun(sentence('disk.memory-only', { folder, trouble }), inMemory);
    return this.#begun(sentence('disk.no-rescue', { folder, megabytes: Math.ceil(rescueBytes / MB) }), inMemory);
  }

  #begun(words: Sentence, inMemory: boolean): ToldEvent {
    const ts = this.nowS();
    this.#now = words;
    this.#isMarked = inMemory;
    if (inMemory) markWaiting(this.folder, this.#unreported ?? this.#noted(this.#steadyS));
    return { ts, kind: 'storage', severity: 'error', ...words };
  }

  #loss(): { lost: number } {
    this.#own ??= { sinceS: this.#storedS ?? this.#steadyS, lost: 0 };
    return this.#own;
  }

  /** Counts samples that nothing holds any more. */
  gaveUp(samples: number): void {
    if (samples > 0) this.#loss().lost += samples;
  }

  /**
   * Whether to commit ahead of time: a full disk has more room than at its last refusal. What waited there is in memory alone, and a kill
   * would take it.
   */
  async hasRoomAgain(): Promise<boolean> {
    if (this.#now === null) return false;
    const { ownBytes } = (await diskOf(this.folder)) ?? { ownBytes: 0 };
    const hasMore = ownBytes > this.#freeAtRefusal + LEAST_ROOM;
    this.#freeAtRefusal = ownBytes;
    return hasMore;
  }

  /**
   * Event of the end, once all that waited is written; null if nothing is to be reported, or while the next write would find no room. A note
   * that another station has reported but could not remove is not reported again.
   */
  ending(events: Pick<Events, 'recentOf'>): ToldEvent | null {
    if (this.#unreported === null || this.#isTooEarly || isFull(this.folder)) return null;
    if (this.#left && this.#isToldIn(events, this.#left)) this.#dropLeft();
    const unreported = this.#unreported;
    if (unreported === null) return null;
    const { lost, killed } = unreported;
    const lastedS = this.#lastedS(unreported);
    const minutes = lastedS < MINUTE_S ? 0 : Math.round(lastedS / MINUTE_S);
    return {
      ts: this.nowS(),
      kind: 'storage',
      severity: lost === 0 && !killed ? 'info' : 'warn',
      ...sentence(killed ? 'disk.killed' : 'disk.takes-again', { minutes, lost }),
      data: { lost: killed ? null : lost, lasted_s: Math.round(lastedS) },
    };
  }

  /** The event of the end is stored. */
  ended(): void {
    this.#dropLeft();
    this.#now = null;
    this.#own = null;
    this.#isMarked = false;
    markWaiting(this.folder, null);
  }

  /** Whether an event has reported a note. Among all events: the clock may have been set back since. A note that has grown since is another one. */
  #isToldIn(events: Pick<Events, 'recentOf'>, left: Unreported): boolean {
    const sinceTs = this.nowS() - this.#lastedS(left);
    const lost = left.killed ? null : left.lost;
    return events
      .recentOf(['storage'], ALL)
      .some(({ ts, data }) => data?.['lost'] === lost && Math.abs(ts - Number(data['lasted_s']) - sinceTs) < MINUTE_S);
  }

  #dropLeft(): void {
    if (this.#left) dropUnreported(this.folder);
    this.#left = null;
  }

  /** At a stop: leaves what is not reported yet to a later station. */
  leave(): void {
    if (this.#isMarked) markWaiting(this.folder, null);
    if ((this.#own ?? this.#isMarked) && this.#unreported) leaveUnreported(this.folder, this.#unreported);
  }
}
