import { z } from 'zod';
import { ErrorBody } from '../contract/common.ts';
import { type Endpoint, endpoints } from '../contract/endpoints.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;
interface Parameter {
  name: string;
  in: 'query' | 'path';
  required: boolean;
  schema: JsonSchema;
}
type Content = Record<string, { schema: JsonSchema }>;
export interface Operation {
  operationId: string;
  summary: string;
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}
export interface OpenApi {
  openapi: '3.1.1';
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema> };
}

/** The description of the API, made from the very schemas that check its requests and type its answers. */
export function openApi(version: string): OpenApi {
  const paths: OpenApi['paths'] = {};
  const schemas: Record<string, JsonSchema> = { Error: jsonSchema(ErrorBody) };
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const answerName = name[0]!.toUpperCase() + name.slice(1);
    if (endpoint.media === 'application/json') schemas[answerName] = jsonSchema(endpoint.answer);
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method]: operation(name, answerName, endpoint) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Weatherglass',
      version,
      description:
        'A home weather station that tells how much it knows. Times are epoch seconds, null means not known. ' +
        'Fields are only ever added.',
    },
    paths,
    components: { schemas },
  };
}

function operation(name: string, answerName: string, endpoint: Endpoint): Operation {
  const parameters = [...parametersIn('path', endpoint.params), ...parametersIn('query', endpoint.query)];
  const body = jsonSchema(endpoint.body);
  const takesFields = Object.keys(body.properties ?? {}).length > 0;
  return {
    operationId: name,
    summary: endpoint.summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(takesFields ? { requestBody: { required: true, content: { 'application/json': { schema: body } } } } : {}),
    responses: {
      '200': { description: endpoint.summary, content: content(answerName, endpoint) },
      ...refusals(endpoint),
    },
  };
}

function content(answerName: string, endpoint: Endpoint): Content {
  if (endpoint.media === 'application/json') return { [endpoint.media]: { schema: reference(answerName) } };
  return { [endpoint.media]: { schema: { type: 'string' } } };
}

function refusals(endpoint: Endpoint): Operation['responses'] {
  const texts: Record<number, string> = {
    ...(endpoint.needsStation ? { 503: 'station not started' } : {}),
    ...(endpoint.method === 'post' ? { 413: 'the body is larger than 16 KiB', 415: 'the body is not JSON' } : {}),
    ...(endpoint.method === 'get'
      ? {}
      : {
          401: 'the PIN is missing or wrong, where the settings ask for one',
          403: 'the request comes from a page of another origin, or from another machine where only this one may write',
          429: 'too many changes in a short time',
        }),
    421: 'the Host header names another machine',
  };
  for (const [status, text] of Object.entries(endpoint.refusals)) {
    texts[Number(status)] = [texts[Number(status)], text].filter(Boolean).join('; or ');
  }
  const errors = { 'application/json': { schema: reference('Error') } };
  return Object.fromEntries(
    Object.entries(texts).map(([status, description]) => [status, { description, content: errors }]),
  );
}

function parametersIn(place: Parameter['in'], schema: z.ZodType): Parameter[] {
  const { properties = {} } = jsonSchema(schema);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path',
    schema: property as JsonSchema,
  }));
}

const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** What comes out of a schema: query text has become a number there, and its bounds are visible. */
function jsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: made }) => {
      const { def } = zodSchema._zod;
      // Only a strict object forbids more; elsewhere fields may be added at any time.
      if (def.type === 'object' && !(def as z.core.$ZodObjectDef).catchall) delete made.additionalProperties;
    },
  });
  return rest;
}
