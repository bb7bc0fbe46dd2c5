import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EventRecord } from '../../src/contract/events.ts';
import { ask } from '../support/ask.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { portOf } from '../support/port-of.ts';
import { launch } from './support/browser.ts';
import { shared } from './support/shared.ts';
import { stage } from './support/stage.ts';

const [browser, warm] = await shared(launch(), stage());
let foreign: Server;
let foreignUrl: string;
beforeAll(async () => {
  foreign = createServer((_req, res) => {
    res.setHeader('Content-Type', 'text/html');
    res.end('<!doctype html><title>A foreign page</title><body></body>');
  });
  foreignUrl = `http://127.0.0.1:${await portOf(foreign)}/`;
});
afterAll(() => foreign?.close());

it('a foreign page in a real browser reads nothing, changes nothing and holds nothing up', async () => {
  const target = warm.lanUrl ?? warm.url;
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(foreignUrl);
  const came = await page.evaluate(async (url) => {
    const outcome = (work: Promise<unknown>) =>
      work.then(
        (value) => `read ${String(value)}`,
        () => 'refused',
      );
    const read = (path: string, init: RequestInit = {}) => outcome(fetch(url + path, init).then((res) => res.text()));
    const json = { 'Content-Type': 'application/json' };
    const body = '{"value": 1}';
    for (let i = 0; i < 60; i += 1) new Image().src = `${url}/api/history?hours=${'1'.repeat(12_000)}x${i}`;
    const form = document.createElement('form');
    const frame = document.createElement('iframe');
    frame.name = 'inside';
    Object.assign(form, { method: 'POST', action: `${url}/api/verify`, target: 'inside' });
    document.body.append(frame, form);
    form.submit();
    const shown = document.createElement('iframe');
    shown.src = `${url}/`;
    document.body.append(shown);
    const streams = Array.from({ length: 12 }, () => new EventSource(`${url}/api/stream`));
    const heard = await Promise.race([
      Promise.any(streams.map((stream) => new Promise((resolve) => stream.addEventListener('message', resolve)))).then(
        () => 'heard',
      ),
      new Promise((resolve) => setTimeout(() => resolve('silence'), 3000)),
    ]);
    for (const stream of streams) stream.close();
    return {
      status: await read('/api/status'),
      label: await read('/api/label', { method: 'POST', headers: json, body }),
      simple: await outcome(
        fetch(`${url}/api/label`, { method: 'POST', mode: 'no-cors', body }).then(({ type }) => type),
      ),
      undo: await read('/api/label/1', { method: 'DELETE' }),
      heard,
      frame: await new Promise((resolve) => {
        // Until its answer is there it is an empty page of ours.
        const untilMs = performance.now() + 120_000; // now: runs in the page, which cannot import
        const look = setInterval(() => {
          if (shown.contentDocument !== null && performance.now() < untilMs) return; // now: as above
          clearInterval(look);
          resolve(shown.contentDocument === null ? 'closed' : 'open');
        }, 50);
      }),
    };
  }, target);
  expect(came).toMatchObject({
    status: 'refused',
    label: 'refused',
    undo: 'refused',
    simple: 'refused', // sent, but what the station says to it is for its own pages only

    heard: 'silence',
    frame: 'closed',
  });
  const { json } = await ask(warm.port, { path: '/api/events?limit=500' });
  expect((json as EventRecord[]).map(({ kind }) => kind)).not.toContain('label');
  expect((json as EventRecord[]).map(({ kind }) => kind)).not.toContain('verify');
  expect((await ask(warm.port, { path: '/api/telemetry' })).status).toBe(200);
  await page.close();
});
