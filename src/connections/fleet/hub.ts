import { DAY_S } from '../../base/durations.ts';
import { fieldOf, jsonOf } from '../../base/json-text.ts';
import { FLEET_LIMITS } from '../../contract/fleet-line.ts';
import type { FleetNotice } from '../../contract/fleet-notice.ts';
import { type Answer, exchange, judge } from '../../sending/exchange.ts';
import { neverPassed, type Outcome, ours } from '../../sending/outcome.ts';
import type { Ports } from '../../sending/ports.ts';
import type { Outbox } from '../../station/outbox/outbox.ts';
import { type Sentence, sentence } from '../../words/sentence.ts';
import { noticesIn } from './heard-notices.ts';
import type { WantedVersion } from './wanted-version.ts';

interface Parts {
  url: string;
  login: string;
  /** Under which its notices are kept. */
  receiver: string;
  /** From the settings, or from its file, which may have another one by now. */
  secretNow(): string | null;
  version: string;
  ports: Ports;
  outbox: Outbox;
  wanted: WantedVersion;
}

/** Which values a count asks for: rows of one revision or of any, forecasts, or scores. */
export type Kind = { rev: number } | { of: 'wx' | 'fc' | 'score' };

/** Count of stored values and the highest revision of any row of that day (null: none, or not told); or why the count failed. */
export type Held = { values: number; newestRev: number | null } | { outcome: Outcome };

/** A clock that is so far ahead of the hub's is ahead: the date of an answer is whole seconds, and a way takes a while. */
const AHEAD_S = 60;

/** Client of the hub: sends lines, asks how many values the hub holds, and reads its clock. */
export class HubClient {
  readonly #parts: Parts;
  #secret: string;
  /** Clock offset: the hub's time minus our steady time. Null before its first answer. */
  #offsetS: number | null = null;
  /** Whether the last answer accepted us. Another station may have taken our login since. */
  #isMet = false;
  /** Id of this start of the program. */
  readonly #run: string;

  constructor(parts: Parts, secret: string) {
    this.#parts = parts;
    this.#secret = secret;
    this.#run = Array.from({ length: 8 }, () => Math.floor(parts.ports.random() * 16).toString(16)).join('');
  }

  get secrets(): readonly string[] {
    return [this.#secret, this.#authorization.slice('Basic '.length)];
  }

  get #authorization(): string {
    return `Basic ${Buffer.from(`${this.#parts.login}:${this.#secret}`).toString('base64')}`;
  }

  /** The hub's clock; null before its first answer. */
  get nowS(): number | null {
    return this.#offsetS === null ? null : this.#offsetS + this.#parts.ports.clock.steadyMs() / 1000;
  }

  /** Lead of the station's clock over the hub's, seconds. */
  get aheadS(): number {
    const hubS = this.nowS;
    const aheadS = hubS === null ? 0 : this.#parts.outbox.nowS - hubS;
    return aheadS > AHEAD_S ? aheadS : 0;
  }

  get clockIsAhead(): Sentence {
    return sentence('hub.clock-behind', { minutes: Math.round(this.aheadS / 60) });
  }

  /** Asks whether we may send, at the beginning and after each refusal; null if we may. */
  async meet(signal: AbortSignal): Promise<Outcome | null> {
    if (this.#isMet) return null;
    const todayS = Math.floor((this.nowS ?? this.#parts.outbox.nowS) / DAY_S) * DAY_S;
    const held = await this.holds(Math.max(todayS, FLEET_LIMITS.firstS), { of: 'wx' }, signal);
    return 'outcome' in held ? held.outcome : null;
  }

  async take(text: string, signal: AbortSignal): Promise<Answer> {
    const body = await this.#parts.ports.gzip(text);
    return this.#ask('/api/v1/ingest', signal, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Encoding': 'gzip' },
      body,
    });
  }

  /** Count of the values that the hub has of a day on its disk: it writes its memory down before it counts. */
  async holds(dayS: number, kind: Kind, signal: AbortSignal): Promise<Held> {
    const [name, value] = Object.entries(kind)[0]!;
    // Last second of the day: a row at the next midnight belongs to the next.
    const id = this.#parts.outbox.id(this.#parts.ports.random);
    const by = id === null ? '' : `&by=${id}-${this.#run}`;
    const answer = await this.#ask(`/api/v1/ack?t=${dayS + DAY_S - 1}&${name}=${value}${by}`, signal, {});
    if (answer.status !== 200) return { outcome: refusal(answer) };
    const told = jsonOf(answer.text);
    const values = valuesIn(told);
    if (values !== null) {
      this.#isMet = true;
      this.#hearWishes(noticesIn(told, this.secrets), fieldOf(told, 'upgrade'));
      const newestRev = fieldOf(told, 'newest_rev');
      return { values, newestRev: Number.isInteger(newestRev) ? (newestRev as number) : null };
    }
    const why = sentence('hub.uncounted', { quote: answer.text });
    return { outcome: { ...ours(why, answer.status), kind: 'retry' } };
  }

  /** With another secret where the file has another one by now. */
  async #ask(path: string, signal: AbortSignal, init: Omit<Parameters<typeof exchange>[1], 'url' | 'signal'>) {
    const { ports, url, secretNow, version } = this.#parts;
    const once = async (): Promise<Answer> => {
      const headers = {
        ...init.headers,
        Authorization: this.#authorization,
        'User-Agent': `weatherglass/${version}`,
      };
      const isMet = this.#isMet;
      this.#isMet = false; // until this is answered with a yes
      const answer = await exchange(ports.fetch, { ...init, url: `${url}${path}`, headers, signal });
      this.#hear(answer);
      if (answer.status >= 200 && answer.status < 300) this.#isMet = isMet;
      return { ...answer, ...wordsOf(answer) };
    };
    let answer = await once();
    const secret = answer.status === 401 ? secretNow() : null;
    if (secret !== null && secret !== this.#secret) {
      this.#secret = secret;
      answer = await once();
    }
    if (STRANGER.has(answer.status)) this.#hearWishes([], undefined);
    return answer;
  }

  /** Wishes of the fleet's operator: what this station is to show, and to become. */
  #hearWishes(notices: readonly FleetNotice[], upgrade: unknown): void {
    const { outbox, receiver, wanted } = this.#parts;
    outbox.notices.hear(receiver, notices);
    wanted.hear(upgrade);
  }

  #hear({ headers }: Answer): void {
    const atMs = Date.parse(headers.get('date') ?? '');
    if (Number.isFinite(atMs)) this.#offsetS = (atMs - this.#parts.ports.clock.steadyMs()) / 1000;
  }
}

/**
 * Statuses of a hub that does not let us in: a wrong or removed login, a revoked one, an address without a hub. Such a station never hears
 * that a notice was withdrawn, so it shows none until it is let in again.
 */
const STRANGER: ReadonlySet<number> = new Set([401, 403, 404, 410]);

/** Error text of a hub's answer: that in its JSON. For an HTML page of a proxy, what its status means, or its title. */
function wordsOf({ status, text }: Answer): Pick<Answer, 'text' | 'said'> {
  const detail = status >= 300 && text.startsWith('{') ? fieldOf(jsonOf(text), 'detail') : null;
  if (typeof detail === 'string') return { text: detail };
  if (status < 300 || !/<html/i.test(text)) return { text };
  if (status === 401 || status === 403) return ours(sentence('hub.unknown-login'), status);
  if (status >= 500) return ours(sentence('hub.away'), status);
  return { text: /<title>([^<]{1,80})<\/title>/i.exec(text)?.[1] ?? text };
}

/** The hub's yes to lines; a count of what it holds is its proof. */
export const isTaken = ({ status }: Answer): boolean => status === 204;

/** Outcome of an answer that is not a yes. A redirect is a captive portal's and goes away, so it is retried. */
export function refusal(answer: Answer): Outcome {
  const { status, text: quote } = answer;
  if (status >= 300 && status < 400) return { ...ours(sentence('answer.elsewhere', { quote }), status), kind: 'retry' };
  return neverPassed(judge(answer, false));
}

/** `{"status":"success","data":{"resultType":"vector","result":[{"metric":{},"value":[1795287000,"576"]}]}}`; nothing is 0. */
function valuesIn(answer: unknown): number | null {
  const data = fieldOf(answer, 'data');
  const result = fieldOf(data, 'result');
  if (fieldOf(answer, 'status') !== 'success' || fieldOf(data, 'resultType') !== 'vector') return null;
  if (!Array.isArray(result)) return null;
  if (result.length === 0) return 0;
  const value = fieldOf(result[0], 'value');
  const count = Array.isArray(value) && typeof value[1] === 'string' && value[1] !== '' ? Number(value[1]) : Number.NaN;
  return Number.isInteger(count) && count >= 0 ? count : null;
}
