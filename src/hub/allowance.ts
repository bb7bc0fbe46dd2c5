import { z } from 'zod';
import { LOGIN } from '../contract/fleet-line.ts';
import { DAY_MS, DAY_S, HOUR_S } from '../durations.ts';
import type { Clock } from '../station/clock.ts';
import type { FleetRow } from './batch.ts';
import { Refusal } from './refusal.ts';

/** What one login may bring. */
interface Allowance {
  /** Lines at once, and how many more with each day. */
  lines: number;
  linesADay: number;
  /** Different numbers of rows on one day: each is six more series of the engine. */
  revsADay: number;
}

/**
 * All that a station can have, which is ten years of five-minute rows or a hundred of hours, and each day a hundred times what it
 * measures. A station numbers a day anew when it has become another one, so it speaks under a few dozen numbers when its whole past has.
 */
const USUAL_ALLOWANCE: Allowance = { lines: 2_000_000, linesADay: 200_000, revsADay: 100 };

/** Nobody need wait longer to ask again. */
const ASK_AGAIN_S = HOUR_S;

interface Used {
  /** What is left of them. */
  lines: number;
  atMs: number;
  day: number;
  revs: Set<number>;
}

const Saved = z.object({
  version: z.literal(1),
  saved_ts: z.number(),
  logins: z.record(
    z.string().regex(LOGIN),
    z.object({ lines: z.number().nonnegative(), day: z.int(), revs: z.array(z.int().nonnegative()) }),
  ),
});

/**
 * One engine is everybody's: a login that was stolen, or a station that has gone mad, fills its own share of it and no more. What may stand
 * in a line is few names and few words (`batch.ts`); what is left without end is when, and under which number.
 */
export class Allowances {
  readonly #used = new Map<string, Used>();
  constructor(
    private readonly clock: Clock,
    private readonly most = USUAL_ALLOWANCE,
  ) {}

  /** As they were when they were saved, and what each day gives more since then; null for what is no word of ours. */
  static fromJSON(saved: unknown, clock: Clock, most = USUAL_ALLOWANCE): Allowances | null {
    const read = Saved.safeParse(saved);
    if (!read.success) return null;
    const { saved_ts, logins } = read.data;
    const allowances = new Allowances(clock, most);
    // A clock that stands before that gives nothing: a wrong clock at the start is nobody's allowance.
    const atMs = clock.steadyMs() - 1000 * Math.max(0, clock.nowS() - saved_ts);
    for (const [login, { lines, day, revs }] of Object.entries(logins))
      allowances.#used.set(login, { lines: Math.min(lines, most.lines), atMs, day, revs: new Set(revs) });
    return allowances;
  }

  /** In the time of day, which is all that a restart leaves; who has used nothing is as one who never came. */
  toJSON(): z.infer<typeof Saved> {
    const logins: z.infer<typeof Saved>['logins'] = {};
    for (const login of this.#used.keys()) {
      const { lines, day, revs } = this.#of(login);
      if (lines < this.most.lines || revs.size > 0) logins[login] = { lines, day, revs: [...revs] };
    }
    return { version: 1, saved_ts: this.clock.nowS(), logins };
  }

  /** Takes what a batch needs, or refuses all of it for a while: nothing is wrong with it. */
  take(login: string, rows: readonly FleetRow[]): void {
    const used = this.#of(login);
    const revs = new Set(used.revs);
    for (const { measurement, tags } of rows) if (measurement === 'wx') revs.add(Number(tags['rev']));
    if (revs.size > this.most.revsADay)
      throw later(
        `${login} has numbered its rows in ${this.most.revsADay} ways today; the rest has to wait`,
        DAY_S - (this.clock.nowS() % DAY_S),
      );
    const lacking = rows.length - used.lines;
    if (lacking > 0)
      throw later(
        `${login} has sent more lines than a station has; the rest has to wait`,
        (lacking / this.most.linesADay) * DAY_S,
      );
    used.revs = revs;
    used.lines -= rows.length;
  }

  #of(login: string): Used {
    const [nowMs, day] = [this.clock.steadyMs(), Math.floor(this.clock.nowS() / DAY_S)];
    const used = this.#used.get(login) ?? { lines: this.most.lines, atMs: nowMs, day, revs: new Set() };
    const more = ((nowMs - used.atMs) / DAY_MS) * this.most.linesADay;
    Object.assign(used, { lines: Math.min(this.most.lines, used.lines + more), atMs: nowMs });
    if (used.day !== day) Object.assign(used, { day, revs: new Set() });
    this.#used.set(login, used);
    return used;
  }
}

const later = (sentence: string, waitS: number): Refusal =>
  new Refusal(429, sentence, { 'Retry-After': String(Math.min(ASK_AGAIN_S, Math.max(1, Math.ceil(waitS)))) });
