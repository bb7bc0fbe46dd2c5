import { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import { HOUR_S } from '../../base/durations.ts';

const Sender = z.object({
  /** Id of the station, id of this start of its program, and when that start was heard first and last (steady time). */
  id: z.string(),
  run: z.string(),
  sinceS: z.number(),
  heardS: z.number(),
  /** Earlier starts of the same station, and refused ones. */
  runsBefore: z.array(z.string()),
  runsAway: z.array(z.string()),
  /** Last change of the login by its operator, which frees the lease. */
  changedS: z.number(),
  /** Last time another sender was refused. */
  otherS: z.number().nullable(),
});
type Sender = z.infer<typeof Sender>;
const Saved = z.record(z.string(), Sender);

/** A station that has been silent for so long may have been replaced. */
const SILENT_S = HOUR_S;
/** Time until a refused sender may try again; it comes back every hour. */
const OTHER_S = 2.5 * HOUR_S;
/** A request of a program that was killed may arrive after the first one of its successor. */
const LAST_WORDS_S = 30;
const RUNS = 8;

/**
 * Lease of a login by one sender. With a copied secret two stations share a login, and their rows would be mixed for ever: the
 * first keeps the lease, the second is refused before it sends anything, and keeps its rows. With a copied card two stations share
 * an id as well. The starts of their programs tell them apart: one that speaks again after a later start is a second machine.
 */
export class Senders {
  readonly #byLogin = new Map<string, Sender>();
  /** Start of this hub. It could hear nobody before, so silence counts from here. */
  readonly #begunS: number;
  constructor(private readonly clock: Clock) {
    this.#begunS = this.#steadyS;
  }

  static fromJSON(saved: unknown, clock: Clock): Senders {
    const senders = new Senders(clock);
    const read = Saved.safeParse(saved);
    if (!read.success) return senders;
    const here = senders.#moved((savedS) => senders.#begunS - Math.max(0, clock.nowS() - savedS));
    for (const [login, sender] of Object.entries(read.data)) senders.#byLogin.set(login, here(sender));
    return senders;
  }

  /** In the time of day, which is all that a restart leaves. */
  toJSON(): Record<string, Sender> {
    const [nowS, steadyS] = [this.clock.nowS(), this.#steadyS];
    const there = this.#moved((atS) => nowS - (steadyS - atS));
    return Object.fromEntries([...this.#byLogin].map(([login, sender]) => [login, there(sender)]));
  }

  #moved(to: (tS: number) => number): (sender: Sender) => Sender {
    return (sender) => {
      const { sinceS, heardS, otherS } = sender;
      return { ...sender, sinceS: to(sinceS), heardS: to(heardS), otherS: otherS === null ? null : to(otherS) };
    };
  }

  get #steadyS(): number {
    return this.clock.steadyMs() / 1000;
  }

  /** Claims the lease for a sender: null if it may go on, else the seconds since the login's owner was heard. */
  claim(login: string, changedS: number, by: string): number | null {
    const nowS = this.#steadyS; // a clock that is set by hours makes nobody silent
    const [id, run] = by.split('-') as [string, string];
    const known = this.#byLogin.get(login);
    const begin = (more: Partial<Sender> = {}): null => {
      const fresh = { id, run, sinceS: nowS, heardS: nowS, runsBefore: [], runsAway: [], changedS, otherS: null };
      this.#byLogin.set(login, { ...fresh, ...more });
      return null;
    };
    if (known === undefined || known.changedS !== changedS) return begin();
    if (known.id === id && known.run === run) {
      known.heardS = nowS;
      return null;
    }
    if (nowS - Math.max(known.heardS, this.#begunS) > SILENT_S) return begin();
    if (known.id !== id || known.runsAway.includes(run)) {
      known.otherS = nowS;
      return nowS - known.heardS;
    }
    const { runsBefore, runsAway, otherS } = known;
    if (!runsBefore.includes(run))
      return begin({ runsBefore: [known.run, ...runsBefore].slice(0, RUNS), runsAway, otherS });
    if (nowS - known.sinceS < LAST_WORDS_S) return null;
    // An earlier start speaks again, so two machines have this id. The earlier one keeps the login; the later one is refused from now on.
    return begin({ runsAway: [known.run, ...runsAway].slice(0, RUNS), otherS: nowS });
  }

  forget(login: string): void {
    this.#byLogin.delete(login);
  }

  /** Whether a second sender wants to use a login. */
  isShared(login: string): boolean {
    const otherS = this.#byLogin.get(login)?.otherS ?? null;
    return otherS !== null && this.#steadyS - otherS < OTHER_S;
  }
}
