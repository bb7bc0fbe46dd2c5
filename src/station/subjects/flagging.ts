import type { QualityBody, Quality as QualityWire } from '../../contract/quality.ts';
import { sentence } from '../../words/sentence.ts';
import type { QualityFacet } from '../api.ts';
import type { Remembered } from '../learned/memory.ts';
import { BY_HAND, isBad, NAME_OF, type SignalName } from '../quality/flags.ts';
import { type QualityLimits, qualityLimits } from '../quality/limits.ts';
import type { Rests } from '../quality/row-tests.ts';
import type { FlagSpan } from '../store/tiers/quality.ts';
import type { Relearning } from './relearning.ts';
import type { Shared } from './shared.ts';

interface Parts extends Pick<Shared, 'config' | 'store' | 'heavy' | 'jobs' | 'aside' | 'report' | 'nowS' | 'bus'> {
  relearning: Relearning;
  /** Knows the rests of the sensors as far as they are known. */
  sampler: { readonly rests: Rests };
  /** Without a board the air of the senders is kept twice: as the station's own, and as a sensor's. */
  hasBoard: boolean;
  /** Limits that the stored flags were made with; null for a history from before flags. */
  limits: QualityLimits | null;
}

/** Air of a station without a board, as its sensor is kept. */
const SAME_AIR: Readonly<Partial<Record<string, readonly SignalName[]>>> = {
  temperature: ['outdoor_temp'],
  humidity: ['outdoor_hum'],
};

/** Quality flags by hand, and everything that is made anew behind a change of flags or of limits. */
export class Flagging implements QualityFacet {
  #limits: QualityLimits | null;
  #again = false;
  #working = false;

  constructor(private readonly parts: Parts) {
    // A new history has nothing to test anew, and nothing learned that two megabytes of state would be written for.
    const isNew = parts.limits === null && parts.store.history.coverage().rows === 0;
    this.#limits = isNew ? qualityLimits(parts.config) : parts.limits;
  }

  get nowS(): () => number {
    return this.parts.nowS;
  }

  /** At the start: unfinished work of a stop, and changed limits. */
  begin(): void {
    const limits = qualityLimits(this.parts.config);
    const isOther = JSON.stringify(limits) !== JSON.stringify(this.#limits);
    const { unfinished, toLearn } = this.parts.store.reflag;
    if (isOther || unfinished || toLearn.get()) this.#work(isOther ? limits : null);
  }

  *remembered(): Generator<Remembered> {
    if (this.#limits) yield { name: 'quality.limits', version: 1, state: this.#limits };
  }

  list(startS: number, endS: number): QualityWire {
    const { flagged } = this.parts.store.history;
    return {
      spans: flagged.spans(startS * 1000, endS * 1000).flatMap(toWire),
      points: flagged.points(startS * 1000, endS * 1000),
    };
  }

  set({ quantities: asked, start, end, verdict }: QualityBody) {
    const { store, report, hasBoard } = this.parts;
    const quantities = hasBoard ? asked : asked.flatMap((name) => [name, ...(SAME_AIR[name] ?? [])]);
    store.flush(); // flags are of stored samples
    const [fromMs, untilMs] = [Math.floor(start * 1000), Math.ceil(end * 1000)];
    const done = store.change(() => ({ changed: store.reflag.say(quantities, fromMs, untilMs, verdict) }));
    if ('error' in done) return done;
    if (done.changed) {
      const code = verdict === 'bad' ? 'quality.bad' : verdict === 'good' ? 'quality.good' : 'quality.lifted';
      report('recompute', 'info', sentence(code), { quantities, start, end });
      this.#work(null);
    }
    return { changed: done.changed, spans: this.list(start, end).spans };
  }

  #work(limits: QualityLimits | null): void {
    if (this.#working) this.#again = true;
    else this.parts.aside('quality flags', this.#run(limits));
  }

  async #run(limits: QualityLimits | null): Promise<void> {
    const { store, heavy, jobs, relearning, sampler, bus } = this.parts;
    this.#working = true;
    try {
      do {
        this.#again = false;
        store.flush(); // the job sees what is committed
        const input = { limits, rests: sampler.rests };
        const done = await jobs.run('flags', (handle) => heavy.run('reflag', input, handle));
        if (done && 'error' in done) return; // a stop: the next start goes on
        if (limits) this.#limits = limits;
        bus.tell('amended', null);
        if (this.#again || !store.reflag.toLearn.get()) continue;
        if (!(await relearning.again(Number.POSITIVE_INFINITY))) return;
        store.attempt(() => store.reflag.toLearn.drop());
      } while (this.#again);
      if (limits) await relearning.save();
    } finally {
      this.#working = false;
    }
  }
}

function toWire({ signal, fromMs, untilMs, bits }: FlagSpan): QualityWire['spans'] {
  const quantity = NAME_OF.get(signal);
  if (!quantity) return [];
  const flags = { skipped: isBad(bits), by_hand: (bits & BY_HAND) !== 0 };
  return [{ quantity, start: fromMs / 1000, end: untilMs / 1000, bits, ...flags }];
}
