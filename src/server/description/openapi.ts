import type { z } from 'zod';
import { ErrorBody } from '../../contract/common.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { chapters } from '../../contract/endpoints.ts';
import { IdempotencyHeaders } from '../../contract/requests.ts';
import { PIN_HEADER } from '../gate/write-access.ts';
import { type JsonSchema, jsonSchema } from './json-schema.ts';

type Content = Record<string, { schema: JsonSchema }>;
export type Operation = ReturnType<typeof operation>;
export type OpenApi = ReturnType<typeof openApi>;

/** Version of the API's contract: the specification fixes it, whatever the version of the program. */
const API_VERSION = '1.0.0';

/** OpenAPI description, made from the schemas that validate requests and type answers. */
export function openApi() {
  const paths: Record<string, Record<string, Operation>> = {};
  const schemas: Record<string, JsonSchema> = { Error: jsonSchema(ErrorBody, 'output') };
  for (const [tag, { routes }] of Object.entries(chapters))
    for (const [name, endpoint] of Object.entries<Endpoint>(routes)) {
      const answerName = name[0]!.toUpperCase() + name.slice(1);
      if (endpoint.media === 'application/json') schemas[answerName] = jsonSchema(endpoint.answer, 'output');
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [endpoint.method]: operation(name, tag, answerName, endpoint) };
    }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Weatherglass',
      version: API_VERSION,
      description:
        'A home weather station that tells how much it knows. Times are epoch seconds, null means not known. ' +
        'Fields are only ever added.',
      contact: { name: 'The owner of this station' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This station' }],
    tags: Object.entries(chapters).map(([name, { about }]) => ({ name, description: about })),
    security: [],
    paths,
    components: {
      schemas,
      securitySchemes: {
        pin: {
          type: 'apiKey',
          in: 'header',
          name: PIN_HEADER,
          description: 'The PIN of this station, if `access.writes` is `pin`. Reading never needs it.',
        },
      },
    },
  };
}

function operation(name: string, tag: string, answerName: string, endpoint: Endpoint) {
  const parameters = [
    ...parametersIn('path', endpoint.params),
    ...parametersIn('query', endpoint.query),
    ...parametersIn('header', endpoint.headers),
  ];
  const body = jsonSchema(endpoint.body, 'input');
  const takesFields = Object.keys(body.properties ?? {}).length > 0 || endpoint.method === 'patch';
  const sent: Content | null = endpoint.takesFile
    ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
    : takesFields
      ? { 'application/json': { schema: body } }
      : null;
  return {
    operationId: name,
    tags: [tag],
    summary: endpoint.summary,
    description: inSentences(endpoint),
    /** None for reading; for a change none or the PIN, as the owner set it. */
    security: endpoint.method === 'get' ? [] : [{}, { pin: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(sent && { requestBody: { required: true, content: sent } }),
    responses: {
      '200': { description: endpoint.summary, content: content(answerName, endpoint) },
      ...refusals(endpoint),
    },
  };
}

const inSentences = ({ summary, method, needsStation, worded, headers }: Endpoint): string =>
  [
    `${summary}.`,
    needsStation ? 'Answers 503 until the station is started.' : 'Answers even before the station is started.',
    worded ? 'Its sentences come in the language of `lang`, else of `Accept-Language`, else in English.' : '',
    method === 'get' ? '' : 'A browser may send it from pages of this station only.',
    headers === IdempotencyHeaders ? 'With an `Idempotency-Key`, a repeated request is done once.' : '',
  ]
    .filter(Boolean)
    .join(' ');

function content(answerName: string, endpoint: Endpoint): Content {
  if (endpoint.media === 'application/json') return { [endpoint.media]: { schema: reference(answerName) } };
  return { [endpoint.media]: { schema: { type: 'string' } } };
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds to wait before another try.', schema: { type: 'integer' } },
};

function refusals(endpoint: Endpoint) {
  const texts: Record<number, string> = {
    400: 'the request is malformed, or an important header is repeated',
    ...(endpoint.needsStation ? { 503: 'station not started' } : {}),
    ...((endpoint.method === 'post' || endpoint.method === 'patch') && !endpoint.takesFile
      ? { 413: 'the body is larger than 16 KiB', 415: 'the body is not JSON' }
      : {}),
    ...(endpoint.method === 'get'
      ? { 429: 'too many requests from this address' }
      : {
          401: 'the PIN is missing or wrong',
          403: 'the request comes from another origin, or changes are allowed only on this machine',
          429: 'too many changes in a short time',
        }),
    421: 'the Host header names another machine',
    ...(endpoint.headers === IdempotencyHeaders
      ? { 422: 'an Idempotency-Key that was used for a different request before' }
      : {}),
  };
  for (const [status, text] of Object.entries(endpoint.refusals)) {
    texts[Number(status)] = [texts[Number(status)], text].filter(Boolean).join('; or ');
  }
  const errors = { 'application/json': { schema: reference('Error') } };
  return Object.fromEntries(
    Object.entries(texts).map(([status, description]) => [
      status,
      { description, ...(status === '429' ? { headers: RETRY_AFTER } : {}), content: errors },
    ]),
  );
}

function parametersIn(place: 'query' | 'path' | 'header', schema: z.ZodType) {
  const { properties = {} } = jsonSchema(schema, 'output');
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path',
    ...((property as JsonSchema).type === 'array' && { style: 'form' as const, explode: false as const }), // with commas between
    schema: property as JsonSchema,
  }));
}

const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
