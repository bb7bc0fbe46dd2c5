import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.ts';
import { FakeStation } from '../support/fake-station.ts';
import { type Served, serve } from '../support/serve.ts';

let served: Served;
beforeAll(async () => {
  served = await serve({ station: new FakeStation() });
});
afterAll(() => served.server.stop());

const JSON_TYPE = { 'content-type': 'application/json' };
const label = (body: string | Buffer, headers: Record<string, string> = JSON_TYPE) =>
  ask(served.port, { method: 'POST', path: '/api/label', headers, body });

describe('a body', () => {
  it.each([
    ['half an object', '{"value": 0.5'],
    ['a bare word', 'rain'],
    ['NaN, which JSON does not know', '{"value": NaN}'],
    ['bytes that are not UTF-8', Buffer.from('{"value": 1, "note": "\xff\xfe"}', 'latin1')],
  ])('that is %s is a 422 that says so', async (_, body) => {
    const { status, json } = await label(body);
    expect(status).toBe(422);
    expect(json).toEqual({
      detail: 'the body is not valid JSON',
      errors: [{ type: 'json_invalid', loc: ['body'], msg: 'the body is not valid JSON' }],
    });
  });

  it.each(['[]', '1', '"rain"', 'null', 'true'])('that is valid JSON but no object (%s) is a 422', async (body) => {
    const { status, json } = await label(body);
    expect(status).toBe(422);
    expect(json).toMatchObject({ detail: 'the body must be an object' });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonp'])(
    'of type %s is a 415',
    async (type) => {
      const { status, json } = await label('{"value": 0.5}', { 'content-type': type });
      expect(status).toBe(415);
      expect(json).toMatchObject({ detail: 'the body must be application/json' });
    },
  );

  it('without any type is a 415, and with a charset or a suffix it is JSON', async () => {
    expect((await label('{"value": 0.5}', {})).status).toBe(415);
    expect((await label('{"value": 0.5}', { 'content-type': 'application/json; charset=utf-8' })).status).toBe(200);
    expect((await label('{"value": 0.5}', { 'content-type': 'application/vnd.station+json' })).status).toBe(200);
  });

  it('with a moment that no calendar has is a 422, which the page could not draw', async () => {
    for (const ts of [-1e13, -1e300]) expect((await label(JSON.stringify({ value: 1, ts }))).status).toBe(422);
    const noted = { method: 'POST', path: '/api/notes', headers: JSON_TYPE, body: '{"text": "snow", "ts": -1e13}' };
    expect((await ask(served.port, noted)).status).toBe(422);
    expect((await label('{"value": 1, "ts": -86400}')).status).toBe(200);
  });

  it('that is compressed is a 415: nothing is ever unpacked here', async () => {
    const { status } = await label('{"value": 0.5}', { ...JSON_TYPE, 'content-encoding': 'gzip' });
    expect(status).toBe(415);
  });

  it('of 16 KiB passes and one byte more is a 413', async () => {
    const padded = (bytes: number) => '{"value": 0.5}'.padEnd(bytes, ' ');
    expect((await label(padded(16_384))).status).toBe(200);
    const { status, json } = await label(padded(16_385));
    expect(status).toBe(413);
    expect(json).toMatchObject({ detail: 'the body is larger than 16 KiB' });
  });

  it('that is too large is refused in chunks of unknown length too', async () => {
    const { status } = await label('x'.repeat(40_000), { ...JSON_TYPE, 'transfer-encoding': 'chunked' });
    expect(status).toBe(413);
  });

  it('that opens ten thousand brackets is only a 422', async () => {
    expect((await label('['.repeat(10_000))).status).toBe(422);
    expect((await label('['.repeat(8000) + ']'.repeat(8000))).status).toBe(422);
  });

  it.each([
    ['none at all', undefined, {}],
    ['an empty one', '', {}],
    ['an empty one that calls itself a form', '', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['an empty one in chunks', '', { 'transfer-encoding': 'chunked' }],
    ['an empty object', '{}', JSON_TYPE],
  ])('that is not needed may be %s', async (_, body, headers) => {
    const question = { method: 'POST', path: '/api/verify', headers: headers as Record<string, string> };
    const { status } = await ask(served.port, body === undefined ? question : { ...question, body });
    expect(status).toBe(200);
  });

  it('that is not needed and has fields all the same is a 422 that names them', async () => {
    const question = { method: 'POST', path: '/api/verify', headers: JSON_TYPE, body: '{"hours": 3}' };
    const { status, json } = await ask(served.port, question);
    expect(status).toBe(422);
    expect(json).toMatchObject({ detail: 'the body takes no fields here, but has "hours"' });
  });
});

describe('a 422', () => {
  it('is one sentence that names every field at fault, and a list for programs', async () => {
    const { json } = await ask(served.port, { path: '/api/history?hours=2161&max_points=9.5' });
    expect(json).toEqual({
      detail: 'hours must be at most 2160; max_points must be a whole number',
      errors: [
        { type: 'too_big', loc: ['query', 'hours'], msg: 'must be at most 2160', code: 'field.most' },
        { type: 'invalid_type', loc: ['query', 'max_points'], msg: 'must be a whole number', code: 'field.whole' },
      ],
    });
  });

  it.each([
    ['max_points=1e30', 'max_points must be at most 5000'],
    ['max_points=99999999999999999999', 'max_points must be at most 5000'],
    ['max_points=-1e30', 'max_points must be at least 10'],
    ['max_points=10.5', 'max_points must be a whole number'],
    [`hours=${'0'.repeat(64)}1`, 'hours must be a number of at most 64 characters'],
  ])('names the bound that was passed: %s', async (query, detail) => {
    expect((await ask(served.port, { path: `/api/history?${query}` })).json).toMatchObject({ detail });
  });

  it('tells a missing field from a wrong one', async () => {
    expect((await label('{}')).json).toMatchObject({ detail: 'value is required', errors: [{ type: 'missing' }] });
    expect((await label('{"value": "wet"}')).json).toMatchObject({ detail: 'value must be a number' });
    expect((await label('{"value": 1e400}')).json).toMatchObject({ detail: 'value must be a finite number' });
  });

  it('names the kinds of labels there are', async () => {
    const { json } = await label('{"value": 1, "kind": "hail"}');
    expect(json).toMatchObject({ detail: 'kind must be one of rain, fog, frost, window_open' });
  });
});
