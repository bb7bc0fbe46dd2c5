import type { Asked } from '../support/fleet-engine.ts';
import { realNowS } from '../support/real-now.ts';

export const T =
  Math.floor(realNowS('an engine keeps rows of its retention only, and a hub none of the future') / 86_400) * 86_400 -
  3600;
export interface Who {
  name?: string;
  /** Whose secret it says. */
  secretOf?: string;
  station?: string;
  values?: number;
  refused?: number;
}
/** Its own, which no hub would ever give it. */
export const ODD = 'St 9"} or {x="';
/** Who asks, what of it is theirs, and how much of it is stored. */
export const LOGINS = {
  first: { name: 'st-001', secretOf: 'st-001', station: 'st-001', values: 7 },
  second: { name: 'st-002', secretOf: 'st-002', station: 'st-002', values: 11 },
  'with a wrong key': { name: 'st-001', secretOf: 'st-002', refused: 401 },
  revoked: { name: 'st-003', secretOf: 'st-003', refused: 403 },
  'with a name of signs': { name: ODD, secretOf: ODD, refused: 403 },
  'with no name': { refused: 403 },
} as const satisfies Record<string, Who>;

interface Spoof extends Asked {
  path: string;
  refused?: number;
}
export const ACK = `/api/v1/ack?t=${T}`;
const ALL = encodeURIComponent('count({__name__=~"wx_.*"})');
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
/** Each cell has rows of a number of its own. */
const REVS = new Map<string, number>();
export const revOf = (cell: string): number => {
  if (!REVS.has(cell)) REVS.set(cell, 1000 + REVS.size);
  return REVS.get(cell)!;
};
const row = (cell: string): string => `rev=${revOf(cell)} temp=1 ${T}`;

/** What is tried; `refused` is what also a station with its key hears. */
export const WRITES: Record<string, (cell: string) => Spoof> = {
  'as it should': (cell) => ({ path: '/api/v1/ingest', method: 'POST', body: `wx,${row(cell)}` }),
  'with the tag of another': (cell) => ({
    path: '/api/v1/ingest',
    method: 'POST',
    body: `wx,station=st-777,station=st-002,${row(cell)}`,
  }),
  'with a label in the address': (cell) => ({
    path: '/api/v1/ingest?extra_label=station=st-777&extra_label=station=st-002&db=st-777',
    method: 'POST',
    body: `wx,${row(cell)}`,
  }),
  'with encoded letters': (cell) => ({
    path: '/api/v1/%69ngest?e%78tra_label=station%3Dst-777&%26extra_label=station%3Dst-777',
    method: 'POST',
    headers: FORM,
    body: `wx,${row(cell)}`,
  }),
  'with GET': (cell) => ({
    path: `/api/v1/ingest?extra_label=station=st-777`,
    body: `wx,${row(cell)}`,
    refused: 403,
  }),
};
export const READS: Record<string, () => Spoof> = {
  'as it should': () => ({ path: ACK }),
  'with filters of its own': () => ({
    path: `${ACK}&extra_filters[]={station="st-002"}&extra_filters={station=~".*"}&extra_label=station=st-002&query=${ALL}`,
  }),
  'with encoded letters': () => ({ path: `${ACK}&%71uery=${ALL}&extra_filters%5B%5D=%7Bstation%3D~%22.*%22%7D` }),
  'with more than a time': () => ({
    path: `/api/v1/ack?t=${T}%22%7D%5B1d%5D))%20or%20count(%7B__name__=~%22wx_.*%22%7D)`,
    refused: 400,
  }),
  'with a form': () => ({ path: ACK, method: 'POST', headers: FORM, body: `query=${ALL}&time=${T}`, refused: 403 }),
};

/** Nobody without a name gets as far as a wrong time; a wrong way of asking is told before a wrong key. */
export const expected = (who: Who, spoof: Spoof): number | undefined =>
  who.refused === 403 && who.name !== 'st-003' ? 403 : (spoof.refused ?? who.refused);

const logins = Object.entries(LOGINS) as Array<[string, Who]>;
export const cells = <T>(tried: Record<string, T>) =>
  logins.flatMap(([name, who]) => Object.entries(tried).map(([how, spoof]) => [name, how, who, spoof] as const));
