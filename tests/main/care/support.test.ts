import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Config } from '../../../src/config/config.ts';
import { eventLog, openLog } from '../../../src/main/log.ts';
import { type Service, startService } from '../../../src/main/service.ts';
import { ask, postJson } from '../../support/ask.ts';
import { runningClock } from '../../support/running-clock.ts';

const HASH = 'scrypt$16384$8$1$c2FsdHNhbHRzYWx0c2FsdA==$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g=';
const SITE = { name: 'Villa Sonnenschein', latitude: 67.37691, longitude: 78.54172, altitude_m: 408 };
const TOKEN = 'push-token-that-nobody-may-see';

const folder = mkdtempSync(join(tmpdir(), 'weatherglass-care-'));
let service: Service;
beforeAll(async () => {
  const config = Config.parse({
    site: SITE,
    sensors: { source: 'simulator' },
    server: { port: 0, host: '127.0.0.1' },
    access: { pin_hash: HASH },
    push: { token: TOKEN },
  });
  const file = join(folder, 'config.yaml');
  const origin = { options: {}, env: {}, file };
  const log = openLog('info', { writableLength: 0, write: () => true } as unknown as NodeJS.WriteStream);
  for (const kind of ['alarm', 'calibration', 'label', 'storage'] as const)
    eventLog(log)({ ts: 0, kind, severity: 'warn', detail: `Greenhouse: ${kind} of −3 °C` });
  log.warn(`a push to http://mia:s3cret@db.lan/ was refused with ${TOKEN}`);
  service = await startService(
    { config, dataDir: join(folder, 'data'), configFile: null, demo: false, origin },
    { log, clock: runningClock() },
  );
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('a support file', () => {
  it('has what helps, and no secret, no place, no label, no note and no reading', async () => {
    const { port } = service;
    await postJson(port, '/api/label', { value: 1, note: 'from the balcony' });
    await postJson(port, '/api/notes', { text: 'grandmother is visiting' });
    const { status, json, text } = await postJson(port, '/api/support', {});
    expect(status).toBe(200);
    expect(json).toMatchObject({
      program: { version: expect.any(String) },
      care: { backup: {} },
      status: { placed: true },
    });
    const { doctor, log, settings, events } = json as Record<'doctor' | 'log' | 'settings' | 'events', unknown[]>;
    expect(doctor.length).toBeGreaterThan(8);
    expect(log.length).toBeGreaterThan(0);
    expect(settings).toContainEqual({ key: 'storage.backups_kept', value: 7, source: 'default' });
    expect(JSON.stringify(events)).toContain('startup');
    for (const never of [HASH, TOKEN, 's3cret', 'pin_hash', SITE.name, 'balcony', 'grandmother', 'temp_raw'])
      expect(text).not.toContain(never);
    // The place, rounded or not, is at the beginning of a number: the time of a line in the log may end like it.
    expect(text).not.toMatch(/(?<!\d)(67\.37[67]|78\.54[12])/);
    expect(text).toContain('was refused with •••');
    expect(text.match(/Greenhouse: \w+/g)).toEqual(['Greenhouse: storage']); // an event of the machine; the others are the owner's
  });

  it('finds no copy at first, and one after it was asked for', async () => {
    const { port } = service;
    const care = async () => (await ask(port, { path: '/api/care' })).json as { backup: object };
    expect(await care()).toMatchObject({ backup: { last_ts: null, kept: 0 }, integrity: { finding: null } });
    const { json } = await postJson(port, '/api/backup', {});
    const { ts, bytes } = json as { ts: number; bytes: number };
    expect(bytes).toBeGreaterThan(10_000);
    await expect
      .poll(care, { timeout: 120_000 })
      .toMatchObject({ backup: { last_ts: Math.floor(ts), bytes, kept: 1 } });
  });
});
