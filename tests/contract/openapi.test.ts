import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import type { OpenApi, Operation } from '../../src/server/description/openapi.ts';
import { ask } from '../support/ask.ts';
import { type Served, serve } from '../support/serve.ts';

/** Specification, section 4, and what the layouts add. Written out here so that a route cannot vanish from both places at once. */
const ROUTES = `
GET /api/telemetry        GET /api/history          GET /api/history/range   GET /api/history/daily
GET /api/history/glance
GET /api/records          GET /api/storage          GET /api/export.csv      GET /api/methods
GET /api/forecast         GET /api/outlook          GET /api/precipitation   GET /api/anomaly
GET /api/models           GET /api/nerd             GET /api/scorecard       POST /api/verify
POST /api/train           POST /api/label           POST /api/calibrate      POST /api/calibrate/humidity
POST /api/recompute       POST /api/calibrate/undo  GET /api/status           GET /api/events          GET /api/stream
DELETE /api/label/{id}    GET /api/display          GET /api/health          GET /api/ready
GET /api/metrics          GET /api/openapi.json     GET /api/docs            GET /api/report
GET /api/report.txt       GET /api/report.csv       GET /api/scorecard/history
GET /api/forecast/issued  GET /api/settings         PATCH /api/settings     GET /api/labels
GET /api/forecast/tonight  PATCH /api/label/{id}     GET /api/notes            POST /api/notes          PATCH /api/notes/{id}
GET /api/settings/file    POST /api/settings/judge  GET /api/forecast/chance  GET /api/forecast/chances
GET /api/import           POST /api/import         POST /api/import/scan    POST /api/import/start
POST /api/import/look
POST /api/import/pause    POST /api/import/resume  POST /api/import/cancel  DELETE /api/import/{id}
DELETE /api/notes/{id}    GET /api/care             POST /api/backup         POST /api/support         POST /api/upgrade
GET /api/export/home-assistant  POST /api/export/home-assistant
GET /api/quality          POST /api/quality
GET /api/connections      POST /api/connections/{name}/test                  GET /api/forecast/homeassistant
POST /api/alarms/channels/{name}/test
GET /api/alarms           GET /api/alarms/score        GET /api/alarms/{id}/rehearse
POST /api/alarms/{id}/acknowledge                      POST /api/alarms/{id}/snooze   POST /api/alarms/{id}/test
GET /api/pressure         GET /api/inputs           POST /api/inputs/{id}/adopt  POST /api/inputs/{id}/retire  POST /api/inputs/{id}/ignore
POST /api/inputs/topics
`
  .trim()
  .split(/\s{2,}|\n/);

let served: Served;
let description: OpenApi;
beforeAll(async () => {
  served = await serve({ version: '1.7.0' }); // of the program, which is not the API's
  description = (await ask(served.port, { path: '/api/openapi.json' })).json as OpenApi;
});
afterAll(() => served.server.stop());

const operation = (method: string, path: string): Operation => description.paths[path]![method]!;

describe('the description of the API', () => {
  it('[4.28] has every route of the specification and ours, and no other', () => {
    const described = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual([...ROUTES].sort());
  });

  it('[9.1] is OpenAPI 3.1 and declares version 1.0.0', () => {
    expect(description.openapi).toMatch(/^3\.1\.\d$/);
    expect(description.info.version).toBe('1.0.0');
  });

  it('[9.2] has paths that begin with /api/ and carry no version', () => {
    for (const path of Object.keys(description.paths)) expect(path).toMatch(/^\/api\/(?!v\d)/);
  });

  it('shows the bounds and defaults that requests are held to', () => {
    expect(operation('get', '/api/history').parameters).toEqual([
      {
        name: 'hours',
        in: 'query',
        required: false,
        schema: { type: 'number', exclusiveMinimum: 0, maximum: 2160, default: 6 },
      },
      {
        name: 'max_points',
        in: 'query',
        required: false,
        schema: { type: 'integer', minimum: 10, maximum: 5000, default: 720 },
      },
    ]);
    const label = operation('post', '/api/label').requestBody?.content['application/json']?.schema;
    expect(label).toMatchObject({
      type: 'object',
      properties: {
        kind: { type: 'string', enum: ['rain', 'fog', 'frost', 'window_open'], default: 'rain' },
        value: { type: 'number', minimum: 0, maximum: 1 },
        note: { type: 'string', default: '' },
      },
    });
  });

  it('asks of a body only what has no default', () => {
    const needed = (path: string) => {
      const body = operation('post', path).requestBody?.content['application/json']?.schema;
      return body?.required ?? [];
    };
    expect(needed('/api/label')).toEqual(['value']);
    expect(needed('/api/calibrate')).toEqual([]);
    expect(needed('/api/calibrate/humidity')).toEqual([]);
  });

  it('says what opens each route: nothing to read, nothing or the PIN to change', () => {
    expect(description.components.securitySchemes['pin']).toMatchObject({ in: 'header', name: 'X-Weatherglass-Pin' });
    for (const methods of Object.values(description.paths))
      for (const [method, { security }] of Object.entries(methods))
        expect(security).toEqual(method === 'get' ? [] : [{}, { pin: [] }]);
  });

  it('has no construct that common tools refuse', () => {
    expect(JSON.stringify(description)).not.toMatch(/"(prefixItems|propertyNames|\$schema)"/);
  });

  it('refers only to schemas it has, and has none that nobody refers to', () => {
    const text = JSON.stringify(description);
    const referred = new Set([...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name));
    expect([...referred].sort()).toEqual(Object.keys(description.components.schemas).sort());
    expect(text.match(/"\$ref":"(?!#\/components\/schemas\/)/)).toBeNull();
  });

  it('[9.3] allows fields to be added to every answer but the empty ones', () => {
    const strict = (schema: unknown): number =>
      typeof schema !== 'object' || schema === null
        ? 0
        : Object.entries(schema).reduce(
            (sum, [key, value]) => sum + (key === 'additionalProperties' && value === false ? 1 : strict(value)),
            0,
          );
    expect(strict(description.components.schemas['Telemetry'])).toBe(0);
    expect(strict(description.components.schemas['History'])).toBe(1); // `series: {}` of an empty window
  });

  it('names for every route the refusals that it shares with others', () => {
    for (const { path, method, needsStation } of Object.values<Endpoint>(endpoints)) {
      const statuses = Object.keys(operation(method, path.replace(/:(\w+)/g, '{$1}')).responses);
      expect(statuses, path).toEqual(expect.arrayContaining(['200', '421', ...(needsStation ? ['503'] : [])]));
      if (method === 'post') expect(statuses, path).toEqual(expect.arrayContaining(['403', '413', '415', '429']));
    }
  });
});

describe('the page to read it', () => {
  it('shows every route without any script and with nothing from elsewhere', async () => {
    const { status, headers, text } = await ask(served.port, { path: '/api/docs' });
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    for (const route of ROUTES) expect(text).toContain(`<code>${route.split(' ')[1]}</code>`);
    expect(text).not.toMatch(/<script|<style|style=|https?:\/\//);
    const css = await ask(served.port, { path: '/api/docs/style.css' });
    expect([css.status, css.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8']);
  });
});

describe('the page about the API', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'develop', 'api.md'), 'utf8');

  it('names every route', () => {
    for (const { path } of Object.values<Endpoint>(endpoints)) expect(page, path).toContain(path);
  });

  it('names every status that a route may answer', () => {
    const statuses = Object.values<Endpoint>(endpoints).flatMap(({ refusals }) => Object.keys(refusals));
    for (const status of new Set([...statuses, '401', '403', '405', '413', '415', '421']))
      expect(page).toContain(status);
  });
});
