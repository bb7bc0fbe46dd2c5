import { z } from 'zod';
import { EmptyBody, IdempotencyHeaders, WordedQuery } from './requests.ts';

export type Method = 'get' | 'post' | 'patch' | 'delete';
export type Media = 'application/json' | 'text/event-stream' | 'text/csv' | 'text/plain' | 'text/html';

/** API route: its input, its answer and its own refusals. Routers and documentation are made from it. */
export interface Endpoint<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Path extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  method: Method;
  /** Path in Express's syntax: `/api/label/:id`. */
  path: string;
  summary: string;
  /** False for the few routes that answer before the station is started. */
  needsStation: boolean;
  /** Sentences for people stand in the answer: they come in the language that is asked for. */
  worded: boolean;
  query: Query;
  body: Body;
  params: Path;
  /** Headers with a meaning of their own. */
  headers: z.ZodType;
  answer: Answer;
  media: Media;
  /** The body is a file as it is, not JSON. */
  takesFile: boolean;
  /** Statuses beyond 200 that mean something here, with their condition; 422 stands for itself where there is anything to get wrong. */
  refusals: Readonly<Record<number, string>>;
}

const None = z.object({});
type Optional<Q extends z.ZodType, B extends z.ZodType, P extends z.ZodType> = Partial<
  Omit<Endpoint<Q, B, P>, 'method' | 'path' | 'answer'>
>;

/** Makers of routes, one for each method: what a route does not say is as for most of them. */
const endpoint =
  (method: Method) =>
  <
    A extends z.ZodType,
    Q extends z.ZodType = typeof None,
    B extends z.ZodType = typeof EmptyBody,
    P extends z.ZodType = typeof None,
  >(
    path: string,
    summary: string,
    answer: A,
    more: Optional<Q, B, P> = {},
  ): Endpoint<Q, B, P, A> => ({
    method,
    path,
    summary,
    answer,
    needsStation: true,
    worded: false,
    query: None as unknown as Q,
    body: EmptyBody as unknown as B,
    params: None as unknown as P,
    headers: method === 'get' ? None : IdempotencyHeaders,
    media: 'application/json',
    takesFile: false,
    ...more,
    refusals: { ...(method !== 'get' || more.query !== undefined ? invalid : {}), ...more.refusals },
  });
export const get = endpoint('get');
export const post = endpoint('post');
export const patch = endpoint('patch');
export const remove = endpoint('delete');

/** Refusals that many routes share. */
export const invalid = { 422: 'a parameter or body field outside its type or bounds' };
export const busy = (job: string) => ({ 409: `a ${job} is already running` });
/** A route that only asks in which language. */
export const worded = { worded: true, query: WordedQuery };
