import type { Clock } from '../../base/clock.ts';
import type { Config } from '../../config/config.ts';
import { type Outcome, ours } from '../../sending/outcome.ts';
import type { Station } from '../../station/app/station.ts';
import type { Words } from '../../station/outbox/forecasts-to-send.ts';
import { sentence } from '../../words/sentence.ts';
import type { SyncTask } from '../sink.ts';
import { type HubClient, isTaken, refusal } from './hub.ts';
import { conditionLine, type Fields, forecastLines, type Line, scoreLines, versionNumber } from './lines.ts';
import { UPGRADE, type WantedVersion } from './wanted-version.ts';

/** The parts of a station that a fleet connection uses. */
export type FleetStation = Pick<Station, 'outbox' | 'status' | 'diskFreePct' | 'isSimulated'>;

interface Parts {
  name: string;
  receiver: string;
  hub: HubClient;
  station: FleetStation;
  site: Pick<Config['site'], 'latitude' | 'longitude' | 'altitude_m'>;
  version: string;
  wanted: WantedVersion;
  clock: Clock;
  waiting(): number;
}

const HEALTH = { ok: 0, warn: 1, fault: 2 } as const;
const CONDITION_EVERY_MS = 300_000;
/** Health is sent with rows if there are any. */
const CONDITION_ALONE_MS = 330_000;
/** After a backlog was sent: the fleet page should not show it for minutes, nor be updated twice in a second. */
const CAUGHT_UP_MS = 30_000;

/** Tasks of a fleet station beside its rows: upload its health, its forecasts and their scores. */
export class SyncTasks {
  #toldMs = Number.NEGATIVE_INFINITY;
  /** Backlog reported last; a report that did not arrive is repeated. */
  #saidBacklog = 0;
  #begun = false;

  constructor(private readonly parts: Parts) {}

  next(): SyncTask | null {
    const { name, receiver, hub, station } = this.parts;
    const { spoken, nowS } = station.outbox;
    this.#begun ||= spoken.begin(name, receiver);
    if (this.#sinceToldMs >= CONDITION_ALONE_MS || this.#hasCaughtUp()) return this.#conditionAlone();
    if (!this.#begun) return null;
    const beforeS = hub.nowS ?? nowS;
    const forecasts = spoken.forecasts(name, beforeS);
    if (forecasts) return this.#words('fc', forecasts, forecastLines);
    const scores = spoken.scores(name, beforeS);
    return scores && this.#words('score', scores, scoreLines);
  }

  get #sinceToldMs(): number {
    return this.parts.clock.steadyMs() - this.#toldMs;
  }

  #hasCaughtUp(): boolean {
    return this.#saidBacklog > 0 && this.#sinceToldMs >= CAUGHT_UP_MS && this.parts.waiting() === 0;
  }

  /** Health line to send along with the next rows, when one is due. Its backlog leaves out these rows: they arrive with it. */
  condition(rows: number): Line[] {
    return this.#sinceToldMs < CONDITION_EVERY_MS ? [] : this.#condition(rows);
  }

  /** `isAllTaken`: after refused rows nothing more is sent for a while, because a yes to it would hide the error. */
  conditionTold(isAllTaken: boolean): void {
    if (!isAllTaken) this.#saidBacklog = 0;
    if (this.#sinceToldMs >= CONDITION_EVERY_MS) this.#toldMs = this.parts.clock.steadyMs();
  }

  #condition(rowsBeside: number): Line[] {
    const { waiting, station, site, version, wanted, hub } = this.parts;
    const { health, notices } = station.status();
    this.#saidBacklog = Math.max(0, waiting() - rowsBeside);
    const fields: Fields = [
      ['version', versionNumber(version), 0],
      ['health', HEALTH[health], 0],
      ['backlog', this.#saidBacklog, 0],
      ['alarms', notices.filter(({ severity }) => severity !== 'info').length, 0],
      // To a kilometre: enough for a map of a country.
      ['lat', site.latitude, 2],
      ['lon', site.longitude, 2],
      ['alt', site.altitude_m, 0],
      ['simulated', station.isSimulated ? 1 : null, 0],
      ['disk', station.diskFreePct(), 0],
      ['wanted', wanted.version === null ? null : versionNumber(wanted.version), 0],
      ['upgrade', wanted.state === null ? null : UPGRADE[wanted.state], 0],
    ];
    // Its time is the hub's: a station whose clock is wrong is there all the same.
    const line = conditionLine(fields, hub.nowS ?? station.outbox.nowS);
    return line === null ? [] : [line];
  }

  #conditionAlone(): SyncTask {
    return {
      send: (signal) => this.#sent(() => this.#condition(0), signal),
      done: () => {
        this.#toldMs = this.parts.clock.steadyMs();
      },
    };
  }

  #words<T>(of: 'fc' | 'score', { dayS, now, all, arrived, again }: Words<T>, linesOf: (one: T) => Line[]): SyncTask {
    return {
      send: async (signal) => {
        const lines = now.flatMap(linesOf);
        if (lines.length === 0) return { kind: 'ok', status: null, text: '' };
        const outcome = await this.#sent(() => lines, signal);
        if (outcome.kind !== 'ok') return outcome;
        const expected = all.flatMap(linesOf).reduce((sum, { values }) => sum + values, 0);
        const held = await this.parts.hub.holds(dayS, { of }, signal);
        if ('outcome' in held) return held.outcome;
        if (held.values >= expected) return outcome;
        again();
        return this.short(held.values, expected, dayS);
      },
      done: arrived,
    };
  }

  /** Sends lines, which are made once the hub lets us in. */
  async #sent(lines: () => readonly Line[], signal: AbortSignal): Promise<Outcome> {
    const { hub } = this.parts;
    const refused = await hub.meet(signal);
    if (refused) return refused;
    const text = lines().map((line) => line.text);
    const answer = await hub.take(text.join(''), signal);
    return isTaken(answer) ? { ...answer, kind: 'ok' } : refusal(answer);
  }

  short(values: number, expected: number, dayS: number): Outcome {
    const day = new Date(dayS * 1000).toISOString().slice(0, 10);
    return { ...ours(sentence('hub.short', { values, expected, day })), kind: 'retry', short: true };
  }
}
