import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect } from 'vitest';
import type { Clock } from '../../../src/base/clock.ts';
import { LastingService } from '../../../src/main/lasting-service.ts';
import { loadSettings } from '../../../src/main/settings/settings.ts';
import { runningClock } from '../../support/running-clock.ts';
import { launch, type VisitOptions, visit } from './browser.ts';
import { shared } from './shared.ts';
import { shown } from './waits.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} } as never;
/** Nobody listens while the station begins again, and a refused change is told by the browser, too. */
const EXPECTED = /status of (401|403|409|412|422|503)|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE|Failed to fetch/;

/** A real station with a settings file of its owner's, for the tests of a file: it begins again with what they change on its page. */
export async function ownedStation(site = '') {
  /** A clock that runs, with the minutes that passed between the tests. */
  let passedMs = 0;
  const running = runningClock();
  const clock: Clock = {
    ...running,
    nowS: () => running.nowS() + passedMs / 1000,
    steadyMs: () => running.steadyMs() + passedMs,
  };
  // A station begins again six times a minute at most: what one test saves must not have the next one wait.
  beforeEach(() => {
    passedMs += 60_000;
  });
  const home = mkdtempSync(join(tmpdir(), 'weatherglass-settings-page-'));
  const file = join(home, 'config.yaml');
  // Without its name on the network, whose first second each new beginning would wait for.
  const text = `# Mine\nsite:\n  name: Attic\n  latitude: 47.4\n  longitude: 8.5\n${site}connections:\n  mdns: false\n`;
  writeFileSync(file, text);
  const options = { data: join(home, 'data'), config: file, port: '0', host: '0.0.0.0', source: 'simulator' };
  const settings = loadSettings(options, { HOME: home, WEATHERGLASS_SITE__INDOORS: 'false' });
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  const [browser, { url }] = await shared(
    launch({ reuse: true }),
    LastingService.start(settings, { log: quiet, clock }),
  );
  return {
    url,
    text: () => readFileSync(file, 'utf8'),
    /** The owner edits the file by hand. */
    edit: (change: (text: string) => string) => writeFileSync(file, change(readFileSync(file, 'utf8'))),
    async opened(options: VisitOptions = {}, at = url) {
      const asked = { view: 'settings', hasTouch: true, expected: EXPECTED, ...options };
      const { page, go, complaints, close } = await visit(browser, at, asked);
      await shown(page, '.field');
      return {
        page,
        go,
        async end() {
          expect(complaints).toEqual([]);
          await close();
        },
      };
    },
  };
}

export const field = (page: Page, key: string) => page.locator(`[data-key="${key}"]`);
export const unfold = async (page: Page, name: string | RegExp): Promise<void> => {
  const details = page.locator('details', { has: page.locator('summary', { hasText: name }) }).first();
  if ((await details.getAttribute('open')) === null) await details.locator('summary').first().tap();
};
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
export const save = (page: Page) => button(page, 'Save').tap();
export const inForce = (page: Page) => page.getByText('Saved and active.').waitFor({ timeout: 240_000 });
