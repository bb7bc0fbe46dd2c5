import { type Answer, judge, type Question } from '../../sending/exchange.ts';
import { neverPassed, type Outcome } from '../../sending/outcome.ts';
import type { Pace } from '../sink.ts';
import type { Observation, Place } from './observation.ts';

export type Request = Pick<Question, 'url' | 'method'> & { headers: Readonly<Record<string, string>>; body?: string };

export interface Sender {
  id: string;
  /** Empty where a service has none. */
  key: string;
  place: Place;
  /** `weatherglass-1.0`, and `-simulated` where the weather is: told to every receiver that has a place for it. */
  software: string;
}

/** Sends one request and returns its answer. Throws the network's error. */
export type Ask = (request: Request) => Promise<Answer>;

export interface Service {
  readonly name: string;
  readonly pace: Pace;
  /** Whether the receiver can use this observation; otherwise it is not sent. */
  takes(observation: Observation): boolean;
  /** Oldest first. */
  send(observations: readonly Observation[], sender: Sender, nowS: number, ask: Ask): Promise<Outcome>;
}

/** The many that are told one observation in one request. */
export const oneRequest =
  (
    request: (observation: Observation, sender: Sender) => Request,
    outcome: (answer: Answer) => Outcome,
  ): Service['send'] =>
  async (observations, sender, _nowS, ask) =>
    outcome(await ask(request(observations.at(-1)!, sender)));

export const get = (url: string, headers: Request['headers'] = {}): Request => ({ url, headers });

export const post = (url: string, body: unknown, headers: Request['headers'] = {}): Request => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

export const meant = ({ status, text }: Answer, kind: Outcome['kind']): Outcome => ({ status, text, kind });

export const otherwise = (answer: Answer): Outcome => judge(answer, false);

/** Outcome of a failed preflight request: it concerns all rows alike. */
export const unready = (answer: Answer): Outcome => neverPassed(otherwise(answer));
