import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { enginesHere, RealEngine } from '../support/engines.ts';
import { FleetStationProcess } from '../support/fleet-station.ts';
import { HubHere, type Key } from '../support/hub-here.ts';
import { realNowS } from '../support/real-now.ts';
import { launch } from './support/browser.ts';

const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'weatherglass-fleet-page-'));
let browser: Browser | undefined;
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(!enginesHere.includes('victoria-metrics'))('the page of a real hub over a real engine', () => {
  it('shows what a real station has measured, beside another', async () => {
    const engine = await RealEngine.start('victoria-metrics');
    const hub = await HubHere.start(engine.address, ['North', 'South'], { pageDir: join(ROOT, 'dist/fleet') });
    const [north, south] = hub.keys as [Key, Key];
    // A station takes seconds to start: the other one is its lines.
    const station = await FleetStationProcess.withPast(join(folder, north.login), 0.2, north, hub.url, ROOT);
    try {
      const fiveMinutesAgoS =
        Math.floor(realNowS('an engine keeps rows of its retention only, and a hub none of the future')) - 300;
      await hub.post(south, `wx temp=-7.5,hum=91,slp=1001.5 ${fiveMinutesAgoS}\n`);
      const [opened] = await Promise.all([launch(), station.start()]);
      browser = opened;
      const { cursor_ts } = await station.allSent();
      await station.kill(); // what it has sent is the newest from now on
      const newest = [...station.rows(cursor_ts!)].at(-1)![1];
      const page = await browser.newPage();
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.goto(`${hub.url}/#/list`);
      for (const [name, { temp, hum, slp }] of [
        ['North', newest],
        ['South', { temp: -7.5, hum: 91, slp: 1001.5 }],
      ] as const) {
        const row = page.locator('tbody tr', { hasText: name });
        const shown = async (target: string) => {
          const text = ((await row.locator(`.${target}-text`).textContent()) ?? '').replace('−', '-');
          return Number(text.replace(/[^\d.-]/g, ''));
        };
        await row.waitFor();
        expect(Math.abs((await shown('temperature')) - temp!)).toBeLessThan(0.051);
        expect(Math.abs((await shown('humidity')) - hum!)).toBeLessThan(0.51);
        expect(Math.abs((await shown('pressure')) - slp!)).toBeLessThan(0.051);
      }
      await page.getByRole('link', { name: 'North' }).click();
      await page.waitForSelector('.chart path[d*="L"]');
      expect(complaints).toEqual([]);
    } finally {
      await station.kill();
      await hub.stop();
      await engine.remove();
    }
  });
});
