import type { Clock } from '../../base/clock.ts';
import { DAY_S } from '../../base/durations.ts';
import type { Log } from '../../http/log.ts';
import type { Audit } from '../audit.ts';
import { type Engine, EngineError } from '../engine/engine.ts';
import { KeptRows } from '../engine/kept-rows.ts';
import type { Hub } from '../hub.ts';

/** Part of the time kept that must be over until a station is rewritten, where the engine deletes whole series alone. */
const SLACK = 0.1;

/** First moment that is kept: whole UTC days, so that at least `days` stay. */
export const keptFromS = (days: number, nowS: number): number => Math.floor(nowS / DAY_S - days) * DAY_S;

interface Parts {
  folder: string;
  hub: Pick<Hub, 'registry' | 'engine' | 'turns' | 'fleet'>;
  audit: Audit;
  clock: Clock;
  log: Log;
}

/** Retention per station: once a day, deletes in the engine what is older than the station's `keep_days`, and notes it in the audit log. */
export class Retention {
  readonly #looked = new Map<string, { days: number; atS: number }>();
  #wasBehind = false;
  constructor(private readonly parts: Parts) {}

  async look(): Promise<void> {
    const { folder, hub } = this.parts;
    for (const login of KeptRows.waitingIn(folder)) await this.#unlessRefused(login, () => this.#bringBack(login));
    const nowS = this.#nowS();
    for (const { login } of hub.registry.stations) {
      const { keep_days: days } = hub.registry.detailsOf(login);
      const last = this.#looked.get(login);
      if (days === null || keptFromS(days, nowS) <= DAY_S || (last?.days === days && Math.abs(nowS - last.atS) < DAY_S))
        continue;
      // Kept rows that a retention set aside are the only copy.
      if (new KeptRows(folder, login).isThere) continue;
      await this.#unlessRefused(login, () => this.#expire(login, days, nowS));
      this.#looked.set(login, { days, atS: nowS });
    }
  }

  /** A station that cannot be served, by the engine or for want of disk, keeps no other from its turn. An engine that is away is waited for. */
  async #unlessRefused(login: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const isOfDisk = (error as NodeJS.ErrnoException).code !== undefined;
      if (!isOfDisk && !(error instanceof EngineError && error.trouble === 'refused')) throw error;
      this.parts.log.error(
        { login, err: error },
        'the old readings of a station were not deleted; nothing of it is lost',
      );
    }
  }

  /**
   * Now, but not later than a day after the newest row of the whole fleet: a clock that is a year ahead would delete everything for good.
   * Rows bear the clocks of their stations.
   */
  #nowS(): number {
    const { hub, clock, log } = this.parts;
    const newestS = hub.fleet().stations.reduce((most, { last_row_ts: rowS }) => Math.max(most, rowS ?? 0), 0);
    const nowS = Math.min(clock.nowS(), newestS + DAY_S);
    const isBehind = nowS < clock.nowS();
    const isLimited = hub.registry.stations.some(({ login }) => hub.registry.detailsOf(login).keep_days !== null);
    if (isBehind && !this.#wasBehind && isLimited)
      log.warn(
        { newestS },
        'no station has sent for a day, or the clock is wrong: readings are kept as of the newest one',
      );
    this.#wasBehind = isBehind;
    return nowS;
  }

  async #expire(login: string, days: number, nowS: number): Promise<void> {
    const { folder, hub, audit, log } = this.parts;
    const beforeS = keptFromS(days, nowS);
    const values = await hub.turns.take(login, async () => {
      const slackS = hub.engine.deletesSeriesAlone ? Math.ceil(SLACK * days) * DAY_S : 0;
      if ((await hub.engine.ask((engine) => engine.valuesOf(login, 1, beforeS - slackS - 1))) === 0) return 0;
      const before = await hub.engine.ask((engine) => engine.valuesOf(login, 1, beforeS - 1));
      await hub.engine.flush();
      await hub.engine.ask((engine) => engine.expire(login, beforeS, nowS, new KeptRows(folder, login)));
      return before;
    });
    if (values === 0) return;
    const what = { before: new Date(1000 * beforeS).toISOString().slice(0, 10), values };
    log.info({ login, ...what }, 'values of a station were deleted, as its retention says');
    await audit.write({ who: 'Weatherglass', by: 'hub', did: 'readings-expired', to: login, what });
  }

  /** Rows that a deletion which was broken off had set aside. */
  async #bringBack(login: string): Promise<void> {
    const { folder, hub, log } = this.parts;
    const kept = new KeptRows(folder, login);
    if (hub.registry.find(login) === null) return kept.forget();
    await hub.turns.take(login, () => hub.engine.ask((engine) => engine.bringBack(kept)));
    log.warn({ login }, 'a deletion had been broken off; the rows that stay were brought back');
  }
}

/** Values that a retention of so many days deletes; null while the engine is away. */
export async function expiringValues(
  ask: <T>(question: (engine: Engine) => Promise<T>) => Promise<T>,
  logins: readonly string[],
  beforeS: number,
): Promise<number | null> {
  if (beforeS <= DAY_S) return 0; // a limit of more years than there are: no engine answers about a time before 1970
  try {
    let sum = 0;
    for (const login of logins) sum += await ask((engine) => engine.valuesOf(login, 1, beforeS - 1));
    return sum;
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return null;
  }
}
