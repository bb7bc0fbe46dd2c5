import { fieldOf, jsonOf } from '../../base/json-text.ts';
import type { Config } from '../../config/config.ts';
import { type Answer, exchange, judge } from '../../sending/exchange.ts';
import { type Idle, neverPassed, type Outcome } from '../../sending/outcome.ts';
import { type Ports, portsTrusting } from '../../sending/ports.ts';
import type { Outbox } from '../../station/outbox/outbox.ts';
import { forecastPoints } from '../fleet/lines.ts';
import { lineProtocol, prometheusText, rowPoint, type Tags } from '../line-protocol.ts';
import type { Batch, Sink, SyncTask } from '../sink.ts';

/** A day of rows in one request: 30 kB, 4 kB packed. */
const ROWS = 288;
/** Delay within which late samples arrive; rows that change later are sent again. */
const SETTLE_S = 600;

const SCHEME = /^[A-Za-z-]+\s+(?=\S)/;

/** Authorization header: a whole header as it is, `NAME:PASSWORD` as Basic, anything else as a token. */
function authorizationOf(token: string): string {
  if (SCHEME.test(token)) return token;
  return token.includes(':') ? `Basic ${Buffer.from(token).toString('base64')}` : `Token ${token}`;
}

/** Encodings in which an answer may echo the token. */
const secretsOf = (token: string): string[] => [
  token,
  token.replace(SCHEME, ''),
  authorizationOf(token).replace(SCHEME, ''),
  token.slice(token.indexOf(':') + 1),
];

/** 204 (InfluxDB, VictoriaMetrics, QuestDB), or 200 without a word (CnosDB, older import gateways of Prometheus' format). */
const isYes = ({ status, text }: Answer): boolean => status === 204 || (status === 200 && text === '');

/** InfluxDB's error for points older than its retention, mostly within JSON. */
const TOO_OLD = /^partial write\b.*\bbeyond retention policy\b/;
const saysTooOld = ({ text }: Answer): boolean =>
  TOO_OLD.test(text) || ['error', 'message'].some((key) => TOO_OLD.test(String(fieldOf(jsonOf(text), key))));

const addressOf = (address: string, format: Config['push']['format']): string => {
  const url = new URL(address);
  if (format === 'influx' && !url.searchParams.has('precision')) url.searchParams.set('precision', 's');
  return url.href;
};

/** Sink of a time series database: the whole record from the beginning, corrected rows, and forecasts. */
export function pushSink(
  { push, site }: Pick<Config, 'push' | 'site'>,
  ofTheStation: Ports,
  outbox: Pick<Outbox, 'spoken' | 'nowS'>,
  simulated: boolean,
): Sink | Idle {
  const name = 'push';
  if (push.url === null) return { name, enabled: false };
  const ports = portsTrusting(ofTheStation, push.ca_file);
  if (ports === null) return { name, enabled: true, lacks: 'ca_file' };
  const { fetch, gzip } = ports;
  const token = push.token_file === null ? push.token : ports.secret(push.token_file);
  if (push.token_file !== null && token === null) return { name, enabled: true, lacks: 'token_file' };
  const url = addressOf(push.url, push.format);
  const write = push.format === 'influx' ? lineProtocol : prometheusText;
  const tags: Tags = { station: site.name, simulated };

  let oldestTakenS = Number.POSITIVE_INFINITY;
  /**
   * Rows that the database calls too old are passed by, a day in a request, once it has taken something newer; all else that it refuses, also
   * in part (`partial write`), is searched for single rows. The same words about everything thus cost no row.
   */
  async function post(text: string, firstS: number, lastS: number, signal: AbortSignal): Promise<Outcome> {
    const body = await gzip(text);
    const answer = await exchange(fetch, {
      url,
      method: 'POST',
      headers: {
        'Content-Type': 'text/plain; charset=utf-8',
        'Content-Encoding': 'gzip',
        ...(token !== null && { Authorization: authorizationOf(token) }),
      },
      body,
      signal,
    });
    const outcome = judge(answer, isYes(answer));
    if (outcome.kind === 'ok') oldestTakenS = Math.min(oldestTakenS, firstS);
    const isOld = Number.isFinite(oldestTakenS) && oldestTakenS > lastS && saysTooOld(answer);
    return outcome.kind === 'passed' && isOld ? { ...outcome, isSure: true } : outcome;
  }

  let isBegun = false;
  /** A day of forecasts; null when none is due. */
  function forecasts(): SyncTask | null {
    const { spoken, nowS } = outbox;
    isBegun ||= spoken.begin(name, null);
    if (!isBegun) return null;
    const words = spoken.forecasts(name, nowS);
    if (words === null) return null;
    const { arrived: done } = words;
    const text = write(words.now.flatMap(forecastPoints), tags);
    const [firstS, lastS] = [words.now[0]?.tS ?? nowS, words.now.at(-1)?.tS ?? nowS];
    if (text !== '') return { send: async (signal) => neverPassed(await post(text, firstS, lastS, signal)), done };
    done();
    return null;
  }

  return {
    name,
    pace: {
      staleS: null,
      catchUp: true,
      mostRows: ROWS,
      settleS: SETTLE_S,
      corrects: true,
      timeoutMs: 30_000,
    },
    secrets: token === null ? [] : secretsOf(token),
    takes: (row) => rowPoint(row).fields.length > 0,
    syncTask: forecasts,
    send: ({ rows }: Batch, signal: AbortSignal) =>
      post(write(rows.map(rowPoint), tags), rows[0]!.startS, rows.at(-1)!.startS, signal),
  };
}
