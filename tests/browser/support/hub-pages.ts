import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { HubHere } from '../../support/hub-here.ts';
import { PASSWORD, withPeople } from '../../support/hub-people.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { launch } from './browser.ts';
import { shared } from './shared.ts';

export const ROOT = join(import.meta.dirname, '../../..');

/** A hub with its page, until the test ends. */
export async function hubOver(engineAddress: string, ...names: string[]): Promise<HubHere> {
  const hub = await HubHere.start(engineAddress, names, { pageDir: join(ROOT, 'dist/fleet') });
  onTestFinished(() => hub.stop());
  return hub;
}

/** A browser for the tests of a file, and its visitors: a process plays several files, and this module is loaded once for all of them. */
export async function hubPages() {
  const [browser] = await shared(launch());
  async function opened(options: BrowserContextOptions = {}) {
    const page = await browser.newPage(options);
    onTestFinished(() => page.close());
    page.setDefaultTimeout(PATIENCE_MS);
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    return { page, complaints };
  }
  /** The page of a hub that one person looks after, who has not logged in. */
  async function lookedAfter(hub: HubHere, name: string, options: BrowserContextOptions = {}) {
    await withPeople(hub.folder, [{ name, role: 'operator' }]);
    hub.running.staff.people.reload();
    return opened(options);
  }
  return { opened, lookedAfter };
}

export async function logIn(page: Page, name: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Words in sight of what has the focus. */
export const focused = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement).innerText.trim());
