import type { Clock } from '../../base/clock.ts';
import { HOUR_S } from '../../base/durations.ts';
import type { Sentence } from '../../words/sentence.ts';

export type Tell = (words: Sentence, severity: 'info' | 'warn') => void;

/** The same trouble is told again after this time at the earliest: one that comes and goes would fill the log. */
const AGAIN_MS = HOUR_S * 1000;
/** Troubles that are remembered, such as one for each node of a sensor. */
const MOST = 100;

/** Troubles of a transport: each is told once when it begins, and its end once when all are over. */
export class Troubles {
  readonly #open = new Set<string>();
  readonly #told = new Map<string, { detail: string; atMs: number }>();
  #hasTold = false;

  constructor(
    private readonly clock: Clock,
    private readonly tell: Tell,
    private readonly recovered: Sentence,
  ) {}

  /** A trouble begins or goes on. `topic` says what it is about: one topic has one trouble at a time. */
  open(topic: string, words: Sentence): void {
    const before = this.#told.get(topic);
    const nowMs = this.clock.steadyMs();
    const isNew = !this.#open.has(topic) && (!before || nowMs - before.atMs >= AGAIN_MS);
    if (this.#open.size < MOST) this.#open.add(topic);
    if (!isNew && before?.detail === words.detail) return;
    if (this.#told.size >= MOST && !before) return;
    this.#told.set(topic, { detail: words.detail, atMs: nowMs });
    this.#hasTold = true;
    this.tell(words, 'warn');
  }

  over(topic: string): void {
    this.#open.delete(topic);
    if (this.#open.size > 0 || !this.#hasTold) return;
    this.#hasTold = false;
    this.tell(this.recovered, 'info');
  }

  /** Trouble without an end that could be seen: told once an hour at most. */
  note(topic: string, words: Sentence): void {
    const before = this.#told.get(topic);
    const nowMs = this.clock.steadyMs();
    if (before ? nowMs - before.atMs < AGAIN_MS : this.#told.size >= MOST) return;
    this.#told.set(topic, { detail: words.detail, atMs: nowMs });
    this.tell(words, 'warn');
  }
}
