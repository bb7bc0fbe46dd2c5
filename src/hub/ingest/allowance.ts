import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import { DAY_MS, DAY_S, HOUR_S } from '../../base/durations.ts';
import { LOGIN } from '../../contract/fleet-line.ts';
import { ApiError } from '../../http/api-error.ts';
import type { Log } from '../../http/log.ts';
import { SpareFile } from '../files/json-file.ts';
import type { FleetRow } from './batch.ts';
import { newerFieldsIn } from './newer-fields.ts';

/**
 * Allowance of one station. Lines at once: ten years of five-minute rows or a hundred of hours; with each day, a hundred times what it
 * measures. Revisions within a day: each is six more series of the engine, and one whose whole past was sent again uses a few dozen.
 */
const USUAL_ALLOWANCE = { lines: 2_000_000, linesADay: 200_000, revsADay: 100 };

/** Fields of one login that this hub does not know, counted for ever: each is one more series of the engine under each revision. */
const MOST_NEWER_FIELDS = 32;
const ASK_AGAIN_S = HOUR_S;

interface Used {
  lines: number;
  atMs: number;
  newerFields: ReadonlySet<string>;
  revs: Set<number>;
  /** Since when they are counted. */
  revsMs: number;
}

const Saved = z.object({
  version: z.literal(2),
  saved_ts: z.number(),
  logins: z.record(
    z.string().regex(LOGIN),
    z.object({
      lines: z.number().nonnegative(),
      revs: z.array(z.int().nonnegative()),
      newer_fields: z.array(z.string()).default([]),
      revs_s: z.number().nonnegative(),
    }),
  ),
});

/**
 * Quota of each login in the shared engine: a stolen login or a broken station fills its own share only. `batch.ts` limits names
 * and values of a line; its time and revision can be anything, so they are counted here.
 */
export class Allowances {
  readonly #used = new Map<string, Used>();
  constructor(
    private readonly clock: Clock,
    private readonly most = USUAL_ALLOWANCE,
  ) {}

  /** Restores saved allowances and adds what each day has given since. Null if the file is not ours. */
  static fromJSON(saved: unknown, clock: Clock, most = USUAL_ALLOWANCE): Allowances | null {
    const read = Saved.safeParse(saved);
    if (!read.success) return null;
    const { saved_ts, logins } = read.data;
    const allowances = new Allowances(clock, most);
    // Either clock may be wrong, that of the save or this one: a restart refills for one day at most, and not at all if time went back.
    const atMs = clock.steadyMs() - Math.min(DAY_MS, 1000 * Math.max(0, clock.nowS() - saved_ts));
    for (const [login, { lines, revs, revs_s, newer_fields }] of Object.entries(logins)) {
      const revsMs = atMs - 1000 * revs_s;
      const used = { lines: Math.min(lines, most.lines), atMs, revs: new Set(revs), revsMs };
      allowances.#used.set(login, { ...used, newerFields: new Set(newer_fields) });
    }
    return allowances;
  }

  /** Forgets logins that are no longer in the fleet. They are never given again. */
  keepOnly(isKnown: (login: string) => boolean): void {
    for (const login of this.#used.keys()) if (!isKnown(login)) this.#used.delete(login);
  }

  /** Saved state, in wall time: steady time does not survive a restart. A login that has used nothing is left out. */
  toJSON(): z.infer<typeof Saved> {
    const logins: z.infer<typeof Saved>['logins'] = {};
    for (const login of this.#used.keys()) {
      const { lines, revs, atMs, revsMs, newerFields } = this.#of(login);
      if (lines < this.most.lines || revs.size > 0 || newerFields.size > 0)
        logins[login] = { lines, revs: [...revs], newer_fields: [...newerFields], revs_s: (atMs - revsMs) / 1000 };
    }
    return { version: 2, saved_ts: this.clock.nowS(), logins };
  }

  /** Takes what a batch needs from the quota, or refuses the whole batch for a while. */
  take(login: string, rows: readonly FleetRow[]): void {
    const used = this.#of(login);
    const revs = new Set(used.revs);
    for (const { measurement, tags } of rows) if (measurement === 'wx') revs.add(Number(tags['rev']));
    if (revs.size > this.most.revsADay)
      throw later(
        `${login} has numbered its rows in ${this.most.revsADay} ways today; the rest has to wait`,
        (used.revsMs + DAY_MS - used.atMs) / 1000,
      );
    const newerFields = new Set([...used.newerFields, ...newerFieldsIn(rows)]);
    if (newerFields.size > MOST_NEWER_FIELDS)
      throw new ApiError(400, `${login} has sent more than ${MOST_NEWER_FIELDS} fields that this hub does not know`);
    const lacking = rows.length - used.lines;
    if (lacking > 0)
      throw later(
        `${login} has sent more lines than a station has; the rest has to wait`,
        (lacking / this.most.linesADay) * DAY_S,
      );
    used.revs = revs;
    used.newerFields = newerFields;
    used.lines -= rows.length;
  }

  #of(login: string): Used {
    const nowMs = this.clock.steadyMs(); // a clock that is set makes no new day
    const nothing = { lines: this.most.lines, newerFields: new Set<string>(), revs: new Set<number>() };
    const used = this.#used.get(login) ?? { ...nothing, atMs: nowMs, revsMs: nowMs };
    const more = ((nowMs - used.atMs) / DAY_MS) * this.most.linesADay;
    Object.assign(used, { lines: Math.min(this.most.lines, used.lines + more), atMs: nowMs });
    if (nowMs - used.revsMs >= DAY_MS) Object.assign(used, { revs: new Set(), revsMs: nowMs });
    this.#used.set(login, used);
    return used;
  }
}

const later = (sentence: string, waitS: number): ApiError =>
  new ApiError(429, sentence, { afterS: Math.min(ASK_AGAIN_S, Math.max(1, Math.ceil(waitS))) });

/**
 * Allowances of logins, kept over a restart of the hub: otherwise a restart would refill them. A kill loses the last minute. Errors of
 * this file never stop the hub: it protects a disk, and nothing is lost with it.
 */
export class KeptAllowances {
  readonly allowances: Allowances;
  readonly #file: SpareFile;
  constructor(folder: string, clock: Clock, log: Log) {
    const path = join(folder, 'allowances.json');
    const lost = (err: unknown): void =>
      log.error({ err, path }, 'what logins have used cannot be read; all of them begin anew');
    this.#file = new SpareFile(path);
    const saved = this.#file.read(lost);
    const read = saved === undefined ? undefined : Allowances.fromJSON(saved, clock);
    if (read === null) lost(new Error('it holds something else'));
    this.allowances = read ?? new Allowances(clock);
  }

  save(isKnown: (login: string) => boolean): void {
    this.allowances.keepOnly(isKnown);
    this.#file.write(this.allowances);
  }
}
