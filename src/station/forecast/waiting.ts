import type { Steps } from '../../base/steps.ts';
import type { VerifyResult } from '../../contract/forecast.ts';
import type { Target } from '../../contract/names.ts';
import { sentence } from '../../words/sentence.ts';
import type { Report } from '../report.ts';
import type { Matured } from './heads/matured.ts';
import { PAYLOAD_LENGTH } from './heads/payload.ts';
import type { HeadForecast } from './issued-forecast.ts';
import type { Knowledge } from './knowledge.ts';
import { PendingQueue, type PendingRow, type PendingStore } from './pending.ts';
import { type ScoreStore, Verification } from './verification.ts';

export interface ForecastPorts {
  /** Without one, as in a backtest and a training, what waits is in memory alone. */
  pending?: PendingStore;
  scores?: ScoreStore;
  report?: Report;
}

export type Scored = ReturnType<Waiting['scoreUntil']>;

/** Pending forecasts and their scores, in memory and in the store behind it. */
export class Waiting {
  #queue = new PendingQueue();
  verification = new Verification();
  /** An open window: until then nothing is scored or learned. */
  pausedUntilS = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly known: Knowledge,
    private readonly ports: ForecastPorts,
  ) {}

  /** From now on these wait; in the store they take the place of all that was due until `nowS`. */
  add(said: readonly HeadForecast[], nowS: number): PendingRow[] {
    const { heads, epochs } = this.known;
    const issued = said.map(({ target, horizonS, tS, issue, phi, psi, ratio }) =>
      heads.get(target, horizonS).pending(issue, phi, psi, tS, epochs[target], ratio),
    );
    for (const row of issued) this.#queue.add(row);
    this.commit(nowS, issued);
    return issued;
  }

  commit(nowS: number, issued: readonly PendingRow[] = []): void {
    this.ports.pending?.commit(nowS, issued);
  }

  /** Drops pending forecasts of this target. */
  forget(target: Target): void {
    this.#queue.forget(target);
    this.ports.pending?.forget(target);
  }

  /** Drops the scores of this target, too: they were of another sensor. */
  beginAnew(target: Target): void {
    this.forget(target);
    this.verification.forget(target);
    this.ports.scores?.forget(target);
  }

  /** The forecasts whose time has come: scored, then learned from. The truth of those that expired never came. */
  scoreUntil(untilS: number) {
    const matured: Matured[] = [];
    let expired = 0;
    for (const row of this.#queue.takeDue(untilS)) {
      const truth = this.known.history.at(row.target, row.dueS);
      const lost = truth === null || row.dueS < this.pausedUntilS || row.epoch !== this.known.epochs[row.target];
      const head = this.known.heads.find(row.target, row.horizonS);
      if (lost || !head) {
        expired += 1;
        continue;
      }
      const result = head.scoreAndLearn(row, truth);
      this.verification.add(result);
      matured.push(result);
    }
    return { matured, expired };
  }

  /** Settles what is due and saves the day buckets that changed. Scoring happens with every tick; this only brings it up to date. */
  verify(untilS: number): VerifyResult {
    const { matured } = this.scoreUntil(untilS);
    const changed = this.verification.takeChanged();
    this.ports.scores?.save(changed);
    this.ports.scores?.prune(this.verification.prune());
    return { scored: matured.length, buckets: this.verification.buckets };
  }

  /** Restores pending forecasts and scores; after what was learned. */
  *restoring(): Steps<void> {
    const waiting = this.ports.pending?.load() ?? [];
    yield;
    for (const row of waiting) {
      if (row.payload.length === PAYLOAD_LENGTH && row.epoch === this.known.epochs[row.target]) this.#queue.add(row);
    }
    yield;
    if (!this.ports.scores) return;
    const { verification, refused } = yield* Verification.reading(this.ports.scores.since(0));
    this.verification = verification;
    if (refused > 0) this.ports.report?.('state', 'warn', sentence('station.scores-unread', { days: refused }));
  }

  /** Scores of the past have come into the store: all are read from there again, once those of meanwhile are in it. */
  *scoresAgain(): Steps<void> {
    const { scores } = this.ports;
    if (!scores) return;
    for (let changed = this.verification.takeChanged(); ; ) {
      scores.save(changed);
      const { verification } = yield* Verification.reading(scores.since(0));
      changed = this.verification.takeChanged();
      if (changed.length > 0) continue;
      this.verification = verification;
      return;
    }
  }

  /** The store has changed: what waits, and the scores, are read from there again. */
  reading(): Steps<void> {
    this.#queue = new PendingQueue();
    return this.restoring();
  }
}
