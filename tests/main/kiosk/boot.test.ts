import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startForKiosk } from '../../../src/main/kiosk/boot.ts';
import { openLog } from '../../../src/main/log.ts';
import { openHistory } from '../../../src/main/open-history.ts';
import { loadSettings } from '../../../src/main/settings/settings.ts';
import { runningClock } from '../../support/running-clock.ts';

const scratch = mkdtempSync(join(tmpdir(), 'weatherglass-boot-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

it('boot: --force counts behind a window, too, whose waiting page names it', async () => {
  const env = { HOME: scratch };
  const record = join(scratch, 'record.csv');
  writeFileSync(record, 'ts,temperature_c\n1700000000,10\n1700000300,11\n');
  const settings = loadSettings({ data: scratch }, env);
  const { store } = await openHistory({ settings, clock: runningClock(), kindFor: () => 'simulator' });
  store.close();
  const own = ['--data', scratch, '--source', `replay:${record}`, '--port', '0', '--host', '127.0.0.1'];
  const start = (...more: string[]) =>
    startForKiosk(['--enable-features=Any', ...own, ...more], env, openLog('silent'), new AbortController());
  await expect(start()).rejects.toThrow(/has the history of a simulator.*--force/);
  const service = await start('--force');
  expect(service.station.status().hardware).toBe('replay');
  await service.stop();
});
