import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { systemClock } from '../../src/main/clock.ts';
import { LastingService } from '../../src/main/lasting-service.ts';
import { loadSettings } from '../../src/main/settings/settings.ts';
import { freePort } from '../support/free-port.ts';
import { runningClock } from '../support/running-clock.ts';

const home = mkdtempSync(join(tmpdir(), 'weatherglass-port-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

it('a port that another program took while it began again is waited for, and no reason to end', async () => {
  const config = join(home, 'config.yaml');
  writeFileSync(config, '');
  const port = await freePort(); // none that the kernel gives to others, before or after
  const lines: string[] = [];
  const other = createServer((asked) => asked.destroy()); // a question that comes to it would keep it from its end
  const keep = (...words: unknown[]) => {
    const line = JSON.stringify(words);
    lines.push(line);
    if (line.includes('shut down normally') && !other.listening) other.listen(port);
  };
  const log = { debug: keep, info: keep, warn: keep, error: keep } as never;
  const clock = {
    ...runningClock(),
    async sleep(ms: number, signal: AbortSignal) {
      const isWaited = lines.join().includes('cannot begin again yet') && other.listening;
      if (isWaited) await new Promise((closed) => other.close(closed)); // it goes while it is waited for
      await systemClock.sleep(isWaited ? 0 : ms, signal);
    },
  };
  const options = { data: join(home, 'data'), config, port: String(port), host: '127.0.0.1', source: 'simulator' };
  const service = await LastingService.start(loadSettings(options, { HOME: home }), { log, clock });
  const { url } = service;
  const changed = await fetch(`${url}/api/settings`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: '{"site.name": "Attic"}',
  });
  expect(changed.status).toBe(200);
  const name = async () => {
    const answer = await fetch(`${url}/api/status`).catch(() => null);
    return answer?.ok ? ((await answer.json()) as { name: string }).name : '';
  };
  await expect.poll(name).toBe('Attic');
  expect(lines.join()).toContain('cannot begin again yet: Port');
  await service.stop();
  other.close(); // this stop was its sign, too
});
