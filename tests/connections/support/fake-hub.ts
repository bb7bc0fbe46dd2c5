import type { Clock } from '../../../src/base/clock.ts';
import { TokenBuckets } from '../../../src/base/token-buckets.ts';
import { FLEET_LIMITS } from '../../../src/contract/fleet-line.ts';
import type { Series } from '../../../src/hub/engine/engine.ts';
import { USUAL_LIMIT } from '../../../src/hub/ingest/logins.ts';
import { Senders } from '../../../src/hub/ingest/senders.ts';
import { rowsOf } from '../../../src/hub/rows.ts';
import type { Asked, Reply } from './network.ts';

/** One field of a line, where it stands. */
interface Value {
  metric: string;
  tags: Readonly<Record<string, string>>;
  tS: number;
  value: number;
}

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** A parser that lets nothing through but plain numbers: throws what is wrong with the text. */
export function parsed(text: string): Value[] {
  if (text !== '' && !text.endsWith('\n')) throw new Error('the last line has no end');
  return text
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => {
      const [head, fields, at, ...rest] = line.split(' ');
      if (!head || !fields || !at || rest.length > 0) throw new Error(`no line: ${line}`);
      if (!/^\d{9,10}$/.test(at)) throw new Error(`no time: ${line}`);
      const [name, ...tags] = head.split(',');
      if (!/^wx(_fc|_score|_station)?$/.test(name!)) throw new Error(`no measurement: ${line}`);
      const labels = Object.fromEntries(
        tags.map((tag) => {
          if (!/^[a-z]+=[a-z0-9]+$/.test(tag)) throw new Error(`no tag: ${line}`);
          return tag.split('=') as [string, string];
        }),
      );
      return fields.split(',').map((field) => {
        const [key, value, ...more] = field.split('=');
        if (!/^[a-z]+(?:_[a-z]+)*$/.test(key!) || value === undefined || more.length > 0)
          throw new Error(`no field: ${line}`);
        if (!NUMBER.test(value)) throw new Error(`no number: ${line}`);
        return { metric: `${name}_${key}`, tags: labels, tS: Number(at), value: Number(value) };
      });
    });
}

const DAY_S = 86_400;

/**
 * A hub that tells the truth: it stores what it parses under whoever sends it, and counts what it stores. What goes wrong on the way
 * there, or behind it, is `trouble`.
 */
export class FakeHub {
  /** By login, then by series, then by time. */
  readonly stored = new Map<string, Map<string, Map<number, Value>>>();
  readonly secrets = new Map([['hill-7', 'seven']]);
  /** Each post, as it came. */
  readonly posts: Value[][] = [];
  /** Values that came again under the same number and time, and were others: never the same answer from two engines. */
  readonly contradictions: string[] = [];
  trouble: (asked: Asked, posts: number) => 'store, no answer' | 'no store, 204' | Reply | null = () => null;
  /** The hub's own, with its sentence. */
  readonly senders: Senders;
  /** As often as the real one is asked: posts and proofs each. */
  readonly #limits: Record<'post' | 'proof', TokenBuckets>;
  /** Who came too often, in seconds they should have waited. */
  readonly hurried: number[] = [];
  /** What its operator says, right or wrong. */
  notices: unknown;
  /** What it says of an upgrade, beside a count. */
  upgrade: unknown;
  /** Its own clock. */
  nowS: () => number;

  constructor(nowS: () => number, clock: Clock) {
    this.nowS = nowS;
    this.senders = new Senders(clock);
    this.#limits = { post: new TokenBuckets(USUAL_LIMIT, clock), proof: new TokenBuckets(USUAL_LIMIT, clock) };
  }

  readonly reply = (asked: Asked): Reply => {
    const { pathname, searchParams } = new URL(asked.url);
    const isPost = asked.method === 'POST' && pathname.endsWith('/api/v1/ingest');
    if (isPost) this.posts.push([]);
    const trouble = this.trouble(asked, this.posts.length);
    if (trouble !== null && typeof trouble !== 'string') return trouble;
    if (trouble === 'hang') return 'hang';
    const headers = { Date: new Date(this.nowS() * 1000).toUTCString() };
    const login = this.#loginOf(asked);
    if (login === null) return new Response('who are you?', { status: 401, headers });
    const waitS = this.#limits[isPost ? 'post' : 'proof'].take(login);
    if (waitS > 0) {
      this.hurried.push(waitS);
      return new Response('too many requests', { status: 429, headers: { ...headers, 'Retry-After': String(waitS) } });
    }
    if (!isPost) {
      const by = searchParams.get('by');
      if (by !== null && this.senders.claim(login, 0, by) !== null)
        return Response.json({ detail: `another station sends as ${login}` }, { status: 409, headers });
      return Response.json(this.#count(login, searchParams), { headers });
    }
    const values = parsed(asked.body);
    if (values.some(({ tS }) => tS > this.nowS() + 600))
      return new Response('line 1: of the future', { status: 400, headers });
    if (values.some(({ tags }) => Number(tags['rev'] ?? 0) > FLEET_LIMITS.revMost))
      return new Response('line 1: the tag rev must not be so high', { status: 400, headers });
    if (trouble !== 'no store, 204') this.#store(login, values);
    if (trouble === 'store, no answer') return new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
    return new Response(null, { status: 204, headers });
  };

  #loginOf({ headers }: Asked): string | null {
    const [, word = ''] = (headers.get('authorization') ?? '').split(' ');
    const [login = '', secret] = Buffer.from(word, 'base64').toString().split(':');
    return secret !== undefined && this.secrets.get(login) === secret ? login : null;
  }

  /** Another sender with the same key, past the counts of what the station posts. */
  stolen(lines: string, login = 'hill-7'): void {
    this.#store(login, parsed(lines));
  }

  #store(login: string, values: Value[]): void {
    this.posts.at(-1)?.push(...values);
    const mine = this.stored.get(login) ?? new Map<string, Map<number, Value>>();
    this.stored.set(login, mine);
    for (const one of values) {
      const key = `${one.metric} ${JSON.stringify(one.tags)}`;
      const series = mine.get(key) ?? new Map<number, Value>();
      mine.set(key, series);
      const before = series.get(one.tS);
      if (before && before.value !== one.value) this.contradictions.push(`${key} ${one.tS}`);
      series.set(one.tS, one);
    }
  }

  values(login = 'hill-7'): Value[] {
    return [...(this.stored.get(login)?.values() ?? [])].flatMap((series) => [...series.values()]);
  }

  #count(login: string, query: URLSearchParams): unknown {
    const t = Number(query.get('t'));
    const kind = { wx: /^wx_[^_]+$/, fc: /^wx_fc_/, score: /^wx_score_/ }[query.get('of') ?? ''] ?? /^wx_/;
    const rev = query.get('rev');
    const ofDay = this.values(login).filter(({ tS }) => tS > t - DAY_S && tS <= t);
    const n = ofDay.filter(({ metric, tags }) => kind.test(metric) && (rev === null || tags['rev'] === rev)).length;
    const revs = ofDay.flatMap(({ tags }) => (tags['rev'] === undefined ? [] : [Number(tags['rev'])]));
    const newest_rev = revs.length === 0 ? null : Math.max(...revs);
    const result = n === 0 ? [] : [{ metric: {}, value: [t, String(n)] }];
    const notices = this.notices === undefined ? {} : { notices: this.notices };
    return {
      status: 'success',
      data: { resultType: 'vector', result },
      newest_rev,
      ...notices,
      ...(this.upgrade !== undefined && { upgrade: this.upgrade }),
    };
  }

  /** As the hub itself reads rows, by time: what was measured. */
  rows(login = 'hill-7'): Map<number, Record<string, number>> {
    const series = [...(this.stored.get(login)?.values() ?? [])].flatMap((one): Series[] => {
      const values = [...one.values()];
      const rev = values[0]?.tags['rev'];
      if (rev === undefined) return [];
      return [
        {
          field: values[0]!.metric,
          labels: { rev },
          tS: values.map(({ tS }) => tS),
          values: values.map(({ value }) => value),
        },
      ];
    });
    return new Map(
      [...rowsOf(series)].map(([tS, row]) => [
        tS,
        Object.fromEntries(Object.entries(row).map(([name, value]) => [`wx_${name}`, value])),
      ]),
    );
  }
}
