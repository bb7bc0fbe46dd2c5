import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Imports } from '../../src/contract/imports.ts';
import { share } from '../support/share.ts';
import { launch, SIZES, type Size, visit } from './support/browser.ts';
import { axe, shoot } from './support/looks.ts';
import { shared } from './support/shared.ts';
import { stage } from './support/stage.ts';
import { answered, atOnce, laterBy, painted } from './support/waits.ts';

const [browser, warm] = await shared(launch({ reuse: true }), stage());

/** What a test has left behind. */
beforeEach(async () => {
  const [method, headers] = ['POST', { 'content-type': 'application/json' }];
  await fetch(`${warm.url}/api/import/cancel`, { method, headers, body: '{}' });
});

const state = async (): Promise<Imports> => (await (await fetch(`${warm.url}/api/import`)).json()) as Imports;
const csv = (bytes: number) => ({ name: 'years.csv', mimeType: 'text/csv', buffer: Buffer.alloc(bytes, 'x') });
const sheetOf = async (page: Page) => {
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  return page.getByRole('dialog');
};

describe('sheet of the import', () => {
  const sizes = Object.keys(SIZES) as Size[];
  const seenByAxe = share('screens of the sheet of an import that axe looks at', sizes, (size) => [
    size === 'phone' ? 'narrow' : 'wide',
  ]);

  it('offers units where one is doubtful and a time zone where times have no offset, on every screen', async () => {
    const { page, complaints, close } = await visit(browser, warm.url, { view: 'history', size: 'phone' });
    const sheet = await sheetOf(page);
    const input = sheet.locator('input[type=file]');
    await input.setInputFiles(csv(100));
    await sheet.getByLabel('Units').selectOption('F,inHg,mph,in');
    await expect.poll(async () => (await state()).options?.units).toBe('F,inHg,mph,in');
    await answered(page); // and the sheet is drawn with what the station has
    const zone = sheet.getByLabel('Time zone');
    expect(await zone.locator('option').allTextContents()).toEqual(['Europe/Zurich', 'UTC']);
    await zone.selectOption('UTC');
    await expect.poll(async () => (await state()).options).toMatchObject({ units: 'F,inHg,mph,in', zone: 'UTC' });
    for (const size of sizes) {
      await page.setViewportSize(SIZES[size]);
      await answered(page);
      await shoot(page, 'bring', size);
      if (seenByAxe.includes(size)) expect(await axe(page), size).toEqual([]);
      expect(await sheet.evaluate((e) => e.scrollWidth - e.clientWidth), size).toBe(0);
    }
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => input.count()).toBe(1);
    expect(complaints).toEqual([]);
    await close();
  });

  it('takes the same file again, and a pause tells no share that nobody knows', async () => {
    const { page, complaints, close } = await visit(browser, warm.url, { view: 'history' });
    const sheet = await sheetOf(page);
    const input = sheet.locator('input[type=file]');
    await input.evaluate((e: HTMLInputElement) =>
      e.addEventListener('change', () => document.body.setAttribute('data-left', `left: ${e.value}`)),
    );
    await input.setInputFiles(csv(100));
    await expect.poll(() => page.getAttribute('body', 'data-left')).toBe('left: ');
    await sheet.getByRole('button', { name: 'Import' }).click();
    await sheet.getByText('Paused').waitFor();
    expect(await sheet.getByRole('progressbar').count()).toBe(0);
    await atOnce(page, () => sheet.getByRole('button', { name: 'Cancel' }).dblclick());
    expect(await page.evaluate(() => getSelection()!.type)).not.toBe('Range'); // no bar over its words
    await laterBy(page, 1000);
    await sheet.getByRole('button', { name: 'Really undo' }).click();
    await expect.poll(() => input.count()).toBe(1);
    expect(complaints).toEqual([]);
    await close();
  });

  it('shows the values of a column with one number of decimals', async () => {
    const { page, close } = await visit(browser, warm.url, { view: 'history' });
    const sheet = await sheetOf(page);
    await sheet.locator('input[type=file]').setInputFiles(csv(100));
    await expect.poll(() => sheet.locator('td').allTextContents()).toEqual(['78.0', '77.3', '–']);
    await close();
  });

  const focused = (page: Page) => page.evaluate(() => document.activeElement!.textContent);

  it('keeps the focus through its phases: with what had it gone, on its heading', async () => {
    const { page, complaints, close } = await visit(browser, warm.url, { view: 'history' });
    const sheet = await sheetOf(page);
    await sheet.locator('input[type=file]').focus();
    await sheet.locator('input[type=file]').setInputFiles(csv(100));
    for (const name of ['Import', 'Go on']) {
      await sheet.getByRole('button', { name }).waitFor();
      await expect.poll(() => focused(page)).toBe('Bring in your history');
      await sheet.getByRole('button', { name }).press('Enter');
    }
    await sheet.getByText('288 readings added.').waitFor();
    await expect.poll(() => focused(page)).toBe('Bring in your history');
    expect(complaints).toEqual([]);
    await close();
  });

  it('pauses at one touch, whose button keeps the focus, and cancels what runs at the second', async () => {
    let phase = 'importing';
    const asked: string[] = [];
    const { page, complaints, close } = await visit(browser, warm.url, {
      view: 'history',
      before: (one) =>
        one.route('**/api/import**', async (route) => {
          const { pathname } = new URL(route.request().url());
          if (route.request().method() !== 'GET') {
            asked.push(pathname);
            phase = pathname.endsWith('pause') ? 'paused' : 'undoing';
          }
          await route.fulfill({ json: { ...(await state()), phase, doing: phase } });
        }),
    });
    const sheet = await sheetOf(page);
    await sheet.getByRole('button', { name: 'Pause' }).press('Enter');
    await expect.poll(() => focused(page)).toBe('Go on');
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    const sure = sheet.getByRole('button', { name: 'Really undo' });
    await sure.waitFor();
    expect(asked).toEqual(['/api/import/pause']);
    await laterBy(page, 1000);
    await sure.click();
    await expect.poll(() => asked).toEqual(['/api/import/pause', '/api/import/cancel']);
    await sure.waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Bring in your history');
    expect(complaints).toEqual([]);
    await close();
  });

  it('stays open where a quick hand touches Import twice: Close stands in its place', async () => {
    const { page, complaints, close } = await visit(browser, warm.url, { view: 'history' });
    const sheet = await sheetOf(page);
    await sheet.locator('input[type=file]').setInputFiles(csv(100));
    await sheet.getByRole('button', { name: 'Import' }).click();
    const shut = sheet.getByRole('button', { name: 'Close' });
    await shut.waitFor();
    await laterBy(page, -5000); // however long that took
    await shut.click();
    await painted(page);
    expect(await sheet.count()).toBe(1);
    await laterBy(page, 5550);
    await shut.click();
    await expect.poll(() => sheet.count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });

  it('undoes an import at the second touch, not at one that bounces, and asks at one button at a time', async () => {
    const undone: string[] = [];
    const { page, complaints, close } = await visit(browser, warm.url, {
      view: 'history',
      before: async (one) => {
        await one.route('**/api/import?*', async (route) => {
          const june = { from: Date.UTC(2025, 4, 31, 22) / 1000, to: Date.UTC(2025, 5, 30, 22) / 1000 }; // in Zurich
          const jobs = [1, 2].map((job) => ({ job, files: [`${job}.csv`], rows: 5, skipped: 0, ...june }));
          await route.fulfill({ json: { ...(await state()), jobs } });
        });
        await one.route('**/api/import/*', (route) => {
          if (route.request().method() !== 'DELETE') return route.continue();
          undone.push(route.request().url());
          return route.fulfill({ json: {} });
        });
      },
    });
    const sheet = await sheetOf(page);
    const asks = sheet.getByRole('button', { name: 'Really undo' });
    const rows = sheet.getByRole('listitem');
    await rows.filter({ hasText: '5 readings, 1 Jun 2025 – 30 Jun 2025' }).nth(1).waitFor();
    // As a screen reader or Safari touches: no button has the focus.
    for (const file of ['1.csv', '2.csv', '1.csv'])
      await rows.filter({ hasText: file }).getByRole('button').dispatchEvent('click');
    await asks.waitFor();
    expect(await asks.count()).toBe(1);
    await laterBy(page, -5000);
    await asks.dispatchEvent('click');
    await painted(page);
    expect(undone).toEqual([]);
    await laterBy(page, 5550);
    await asks.dispatchEvent('click');
    await expect.poll(() => undone).toEqual([`${warm.url}/api/import/1`]);
    await asks.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await close();
  });

  it('leaves the import of another browser alone that began while files were being chosen, and says why it takes none', async () => {
    const asked: string[] = [];
    const { page, close } = await visit(browser, warm.url, {
      view: 'history',
      expected: /status of 409/,
      before: async (one) => {
        await one.route('**/api/import**', async (route) => {
          const { pathname } = new URL(route.request().url());
          if (route.request().method() !== 'GET') {
            asked.push(pathname);
            return route.fulfill({ status: 409, json: { detail: 'Another import is under way.' } });
          }
          const isUnderWay = (await one.getAttribute('body', 'data-chosen')) !== null;
          await route.fulfill({ json: { ...(await state()), ...(isUnderWay && { phase: 'importing' }) } });
        });
      },
    });
    const sheet = await sheetOf(page);
    const input = sheet.locator('input[type=file]');
    // The sheet asks each second: told of the other import sooner, it would have nothing to choose files with.
    await input.evaluate((e: HTMLInputElement) =>
      e.addEventListener('change', () => document.body.setAttribute('data-chosen', '')),
    );
    await input.setInputFiles(csv(100));
    await sheet.getByText('Another import is under way.').waitFor();
    expect(asked).toEqual(['/api/import']);
    await close();
  });

  it('cancels an upload while it is received, without a complaint', async () => {
    const { page, context, close } = await visit(browser, warm.url, { view: 'history' });
    const network = await context.newCDPSession(page);
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 2e3 };
    await network.send('Network.emulateNetworkConditions', slow);
    const sheet = await sheetOf(page);
    await sheet.locator('input[type=file]').setInputFiles(csv(8e5));
    await sheet.getByText('Receiving the files').waitFor();
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await sheet.getByText('Choose files').waitFor();
    await expect.poll(async () => (await state()).phase).toBe('idle');
    await expect.poll(() => sheet.locator('input[type=file]').isEnabled()).toBe(true);
    expect(await sheet.getByRole('alert').count()).toBe(0);
    await close();
  });
});
