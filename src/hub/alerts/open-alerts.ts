import { hash } from 'node:crypto';
import { z } from 'zod';
import { HOUR_S } from '../../base/durations.ts';
import { readableOf } from '../files/json-file.ts';
import { ALERT_KINDS, type AlertKind, type Condition } from './conditions.ts';

/** Words and numbers of an alert, as receivers were told. */
export const Told = z.object({
  title: z.string(),
  text: z.string(),
  value: z.number().nullable(),
  threshold: z.number(),
  unit: z.string(),
});

const Alert = z.object({
  kind: z.enum(ALERT_KINDS),
  login: z.string().nullable(),
  name: z.string(),
  severity: z.enum(['warning', 'critical']),
  /** Since when the condition is graver than what was told; null while it is not. */
  graverS: z.number().nullable().default(null),
  /** Since when the condition holds, and when it was told; null while it has not held for long enough. */
  sinceS: z.number(),
  firedS: z.number().nullable(),
  /** Since when the condition no longer holds. */
  fineS: z.number().nullable(),
  /** Receivers that were told, who are told of its end, and in which words. */
  to: z.array(z.string()),
  told: Told.extend({ group: z.string().nullable() }).nullable(),
});
export type Alert = z.infer<typeof Alert>;

/** How long a condition holds, or no longer holds, before anybody is told: health and disks go to and fro. */
const HOLD_S: Readonly<Record<AlertKind, number>> = {
  silent: 0,
  fault: HOUR_S / 4,
  disk: HOUR_S / 4,
  shared: 0,
  hub: HOUR_S / 12,
};

const keyOf = ({ kind, login }: { kind: AlertKind; login: string | null }): string => `${kind} ${login ?? ''}`;

export const fingerprintOf = (alert: Pick<Alert, 'kind' | 'login' | 'sinceS'>): string =>
  hash('sha256', `${keyOf(alert)} ${alert.sinceS}`).slice(0, 16);

export type Change = { change: 'fired' | 'resolved'; alert: Alert; condition: Condition | null };

/** State machine of the alerts: each is told once when it has held for long enough, once more if it gets graver, and once when it is over. */
export class OpenAlerts {
  readonly #byKey = new Map<string, Alert>();

  static fromJSON(saved: unknown): OpenAlerts {
    const open = new OpenAlerts();
    for (const alert of readableOf(Alert, saved)) open.#byKey.set(keyOf(alert), alert);
    return open;
  }

  toJSON(): Alert[] {
    return [...this.#byKey.values()];
  }

  get firing(): Alert[] {
    return this.toJSON().filter(({ firedS }) => firedS !== null);
  }

  /** Judges all conditions of a moment. Of kinds that are not judged now, nothing changes. */
  step(conditions: readonly Condition[], nowS: number, isJudged: (alert: Pick<Alert, 'kind' | 'login'>) => boolean) {
    const changes: Change[] = [];
    /** Beginning of a state, not later than now: where the clock was set back since, its quarter of an hour would last a day. */
    const begun = (tS: number | null): number => Math.min(tS ?? nowS, nowS);
    const held = new Map(conditions.filter(isJudged).map((one) => [keyOf(one), one]));
    for (const [key, condition] of held) {
      const { kind, login, name, severity } = condition;
      const untold = { graverS: null, firedS: null, fineS: null, to: [], told: null };
      const alert: Alert = this.#byKey.get(key) ?? { kind, login, name, severity, sinceS: nowS, ...untold };
      this.#byKey.set(key, alert);
      alert.fineS = null;
      if (alert.firedS === null) alert.sinceS = begun(alert.sinceS);
      const isGraver = alert.severity === 'warning' && severity === 'critical';
      alert.graverS = isGraver ? begun(alert.graverS) : null;
      const newsS = alert.firedS === null ? alert.sinceS : alert.graverS;
      if (newsS === null || nowS - newsS < HOLD_S[kind]) continue;
      alert.firedS ??= nowS;
      alert.severity = severity;
      alert.graverS = null;
      changes.push({ change: 'fired', alert, condition });
    }
    for (const [key, alert] of this.#byKey) {
      if (held.has(key) || !isJudged(alert)) continue;
      alert.fineS = begun(alert.fineS);
      if (alert.firedS !== null && nowS - alert.fineS < HOLD_S[alert.kind]) continue;
      this.#byKey.delete(key);
      if (alert.firedS !== null) changes.push({ change: 'resolved', alert, condition: null });
    }
    return changes;
  }

  /** Forgets stations that no longer belong to the fleet, and answers whether there were any; nobody is told. */
  forgetOthers(known: ReadonlySet<string>): boolean {
    const before = this.#byKey.size;
    for (const [key, { login }] of this.#byKey) if (login !== null && !known.has(login)) this.#byKey.delete(key);
    return this.#byKey.size < before;
  }
}
