import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ErrorBody } from '../../src/contract/common.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import { openApi } from '../../src/server/description/openapi.ts';
import { ask, type Reply } from '../support/ask.ts';
import { type Served, serve } from '../support/serve.ts';
import { share } from '../support/share.ts';
import { casesOf } from './cases.ts';
import { states } from './states.ts';

const description = openApi();
const names = Object.keys(endpoints) as EndpointName[];
const walked = names.filter((name) => endpoints[name].media !== 'text/event-stream'); // the stream has tests of its own

const operationOf = (name: EndpointName) => {
  const { path, method }: Endpoint = endpoints[name];
  const operation = description.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method];
  if (!operation) throw new Error(`${method} ${path} is not described`);
  return operation;
};

/** Answers that fitted: many spellings of a value are answered alike, and one of them speaks for all. */
const fitting = new Set<string>();

/** The answer against the schema that types it, and against the one that is published. */
function checkAnswer(name: EndpointName, reply: Reply): void {
  const { answer, media }: Endpoint = endpoints[name];
  if (reply.status >= 400) {
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
    const { errors } = ErrorBody.parse(reply.json);
    if (reply.status === 422) expect(errors?.length).toBeGreaterThan(0);
    return;
  }
  expect(reply.headers['content-type']).toContain(media);
  if (media !== 'application/json') return;
  const known = `${name} ${createHash('sha256').update(reply.bytes).digest('base64')}`;
  if (fitting.has(known)) return;
  answer.parse(reply.json);
  publishedOf(name).parse(reply.json);
  fitting.add(known);
}

const published = new Map<EndpointName, z.ZodType>();
/** Made once for an endpoint: to make it for each of its answers took a third of the time of this file. */
function publishedOf(name: EndpointName): z.ZodType {
  const known = published.get(name);
  if (known) return known;
  const ref = operationOf(name).responses['200']?.content?.['application/json']?.schema.$ref?.split('/').at(-1);
  const made = z.fromJSONSchema(description.components.schemas[ref ?? ''] as z.core.JSONSchema.JSONSchema);
  published.set(name, made);
  return made;
}

/** Each path before the station has started and of one that is played; of a real one two neighbours take turns. */
const met = share(
  'paths of the API in a state of the station',
  states.flatMap(({ state, kind }) => walked.map((name) => ({ state, kind, name }))),
  ({ state, kind, name }) => [
    kind === 'real' ? `neighbours ${walked.indexOf(name) >> 1}, real` : `${name}, ${kind}`,
    state,
  ],
);

describe.each(states)('every path, method and bound while the station is $state', ({ state, open }) => {
  let served: Served;
  let close: () => Promise<void>;
  let started: boolean;
  beforeAll(async () => {
    const opened = await open();
    close = opened.close;
    started = opened.station !== null;
    served = await serve({ station: opened.station });
  });
  afterAll(async () => {
    await served.server.stop();
    await close();
  });

  const here = met.filter((one) => one.state === state).map(({ name }) => name);

  it.each(here)('%s keeps its promises', async (name) => {
    const endpoint: Endpoint = endpoints[name];
    const documented = Object.keys(operationOf(name).responses).map(Number);
    for (const { name: title, question, verdict } of casesOf(name, operationOf(name))) {
      const reply = await ask(served.port, question);
      const told = `${title}: ${reply.status} ${reply.text.slice(0, 200)}`;
      expect(documented, told).toContain(reply.status);
      if (!started && endpoint.needsStation) {
        expect(reply.json, told).toMatchObject({ detail: 'station not started' });
        continue;
      }
      if (verdict === 'refused') expect(reply.status, told).toBe(422);
      if (verdict === 'fine') expect(reply.status, told).not.toBe(422);
      checkAnswer(name, reply);
    }
  });

  it('fails nowhere with a mistake of our own', () => {
    expect(served.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });
});
