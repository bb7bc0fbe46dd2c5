import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Labels } from '../../src/contract/conditions.ts';
import type { Note } from '../../src/contract/notes.ts';
import { share } from '../support/share.ts';
import { launch, type Size, touching } from './support/browser.ts';
import { axe, overflow, shoot } from './support/looks.ts';
import { shared } from './support/shared.ts';
import { AFTERNOON_S, stage } from './support/stage.ts';
import { laterBy, settle, shown, unhurried } from './support/waits.ts';

const [browser, warm] = await shared(launch({ reuse: true }), stage());
for (let i = 0; i < 11; i++) {
  const label = { kind: 'rain', value: i % 2, tS: AFTERNOON_S - 80_000 * (i + 1), note: '' };
  warm.station.rain.label(label);
}

const labels = (): Labels => warm.station.rain.labels({ limit: 99, offset: 0 });
const notes = (): Note[] => warm.station.notes.list({ limit: 99, offset: 0 }).notes;

/** As a finger finds it: nothing sideways, everything large enough, nothing that axe minds. */
async function fits(page: Page, ...names: string[]): Promise<void> {
  await settle(page);
  await shoot(page, ...names);
  expect((await overflow(page)).sideways).toBeLessThanOrEqual(0);
  expect(await axe(page)).toEqual([]);
}

const STORIES = ['observation', 'note', 'program'] as const;
/** Screens on which each story is played. */
const told = share(
  'stories of care on a screen',
  (['panel', 'wall', 'phone'] satisfies Size[]).flatMap((size) => STORIES.map((story) => ({ size, story }))),
  ({ size, story }) => [size, story],
);
const screensOf = (story: (typeof STORIES)[number]): Size[] =>
  told.filter((one) => one.story === story).map(({ size }) => size);

describe('by touch at the size of', () => {
  const open = (size: Size, view: string) =>
    touching(browser, warm.url, {
      size,
      view,
      theme: size === 'wall' ? 'night' : 'day',
      before: (page) => unhurried(page, 20_000), // so long "Undo" is offered, and an answer waited for
    });

  it.each(screensOf('observation'))(
    'a %s, an observation is set right, taken back and given back, and older ones are turned to',
    async (size) => {
      const { page, complaints, close } = await open(size, 'models');
      const rows = page.locator('.label-rows li');
      await expect.poll(() => rows.count()).toBe(8);
      const first = labels().labels[0]!;
      await rows
        .first()
        .getByRole('button', { name: /^It was/ })
        .tap();
      await expect.poll(() => labels().labels[0]!.value).toBe(1 - first.value);
      await page.getByRole('button', { name: 'Undo', exact: true }).tap();
      await expect.poll(() => labels().labels[0]!.value).toBe(first.value);
      await rows
        .first()
        .getByRole('button', { name: /^Remove/ })
        .tap();
      await expect.poll(() => labels().total).toBe(10);
      await page.locator('.labels').scrollIntoViewIfNeeded();
      await fits(page, 'labels', size);
      await page.getByRole('button', { name: 'Undo', exact: true }).tap();
      await expect.poll(() => labels().total).toBe(11);
      expect(labels().labels[0]).toMatchObject({ ts: first.ts, value: first.value });
      await page.getByRole('button', { name: 'Older' }).tap();
      await expect.poll(() => rows.count()).toBe(3);
      await page.getByRole('button', { name: 'Newer' }).tap();
      await expect.poll(() => rows.count()).toBe(8);
      expect(complaints).toEqual([]);
      await close();
    },
  );

  it('a phone, the words of a note that was begun are there after a reload, until it is saved or cancelled', async () => {
    const { page, complaints, close } = await open('phone', 'history');
    const write = page.getByRole('button', { name: 'Write a note' });
    const words = page.locator('dialog.note textarea');
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const begunAgain = async (): Promise<string> => {
      await page.reload();
      await write.tap();
      return words.inputValue();
    };
    await write.tap();
    await words.fill('Hail like peas');
    expect(await begunAgain()).toBe('Hail like peas');
    await button('Cancel').tap();
    await words.waitFor({ state: 'detached' });
    expect(await begunAgain()).toBe('');
    await words.fill('Hail like cherries');
    expect(await begunAgain()).toBe('Hail like cherries');
    await button('Save').tap();
    await expect.poll(() => words.count()).toBe(0); // before it has its answer, a reload keeps the words: nobody knows what became of them
    expect(notes().map(({ text }) => text)).toEqual(['Hail like cherries']);
    expect(await begunAgain()).toBe('');
    warm.station.notes.remove(notes()[0]!.id);
    expect(complaints).toEqual([]);
    await close();
  });

  it('a phone, a note that is refused after its dialog was closed is told on the page, and one that was cancelled stays away', async () => {
    const { page, close } = await touching(browser, warm.url, {
      size: 'phone',
      view: 'history',
      expected: /status of 503/,
    });
    let answer = Promise.withResolvers<void>();
    await page.route('**/api/notes', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await answer.promise;
      return route.fulfill({ status: 503, json: { detail: 'The disk is full.' } });
    });
    const write = page.getByRole('button', { name: 'Write a note' });
    const words = page.locator('dialog.note textarea');
    const refusal = page.getByRole('alert').filter({ hasText: 'Note: The disk is full.' });
    const sentAndLeft = async (leave: () => Promise<void>): Promise<void> => {
      answer = Promise.withResolvers();
      await write.tap();
      await words.fill('Hail like peas');
      const asked = page.waitForRequest((request) => request.method() === 'POST');
      await page.getByRole('button', { name: 'Save' }).tap();
      await asked;
      await leave();
      await words.waitFor({ state: 'detached' });
      const told = page.waitForResponse((response) => response.status() === 503);
      answer.resolve();
      await told;
    };
    await sentAndLeft(() => page.keyboard.press('Escape'));
    await refusal.waitFor();
    expect((await overflow(page)).sideways).toBeLessThanOrEqual(0);
    await write.tap();
    expect(await words.inputValue()).toBe('Hail like peas');
    await refusal.waitFor({ state: 'detached' }); // an effect takes it away, once the dialog is painted
    const cancel = () => page.getByRole('button', { name: 'Cancel' }).tap();
    await cancel();
    await words.waitFor({ state: 'detached' });
    await sentAndLeft(cancel);
    await settle(page);
    await write.tap();
    expect(await words.inputValue()).toBe('');
    expect(await refusal.count()).toBe(0);
    await close();
  });

  it('a wall with keys, a button that waits for its answer keeps the focus, and does nothing twice', async () => {
    const { page, close } = await touching(browser, warm.url, { size: 'wall', view: 'models' });
    const answer = Promise.withResolvers<void>();
    let asked = 0;
    await page.route('**/api/verify', async (route) => {
      asked++;
      await answer.promise;
      return route.continue();
    });
    const judge = page.getByRole('button', { name: 'Score forecasts now' });
    await judge.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => judge.isDisabled()).toBe(true);
    await page.keyboard.press('Enter');
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    expect(await focused()).toBe('Score forecasts now');
    answer.resolve();
    await expect.poll(() => judge.isDisabled()).toBe(false);
    expect(await focused()).toBe('Score forecasts now');
    expect(asked).toBe(1);
    await close();
  });

  it('a phone that refuses to keep anything, they are there for as long as the page', async () => {
    const { page, go, complaints, close } = await touching(browser, warm.url, {
      size: 'phone',
      view: 'history',
      before: (one) =>
        one.addInitScript(() =>
          Object.defineProperty(window, 'sessionStorage', {
            get() {
              throw new DOMException('Access is denied for this document.', 'SecurityError');
            },
          }),
        ),
    });
    const write = page.getByRole('button', { name: 'Write a note' });
    const words = page.locator('dialog.note textarea');
    await write.tap();
    await words.fill('Hail like peas');
    await go('now');
    await go('history');
    await write.tap();
    expect(await words.inputValue()).toBe('Hail like peas');
    expect(complaints).toEqual([]);
    await close();
  });

  it.each(screensOf('note'))(
    'a %s, a note is written beside a touched moment, seen, changed and deleted',
    async (size) => {
      const { page, complaints, go, close } = await open(size, 'history');
      await shown(page, '.plots .past');
      await settle(page);
      // The figures above the charts fill the first screen of a panel.
      await page.locator('.plots').scrollIntoViewIfNeeded();
      const box = (await page.locator('.plots').boundingBox())!;
      await page.touchscreen.tap(box.x + box.width * 0.7, box.y + 50);
      await page.getByRole('button', { name: /^Note at \d\d:\d\d/ }).tap();
      await page.locator('dialog.note textarea').fill('<b>Snow</b> on the car');
      await fits(page, 'note', size);
      await go('now');
      await go('history');
      await page.getByRole('button', { name: /^Note at/ }).tap();
      await expect.poll(() => page.locator('dialog.note textarea').inputValue()).toBe('<b>Snow</b> on the car');
      // Saved words are no draft any more, though their answer is still on its way.
      const sent = Promise.withResolvers<void>();
      await page.route('**/api/notes', async (route) => {
        if (route.request().method() === 'POST') await sent.promise;
        await route.continue();
      });
      await page.getByRole('button', { name: 'Save' }).tap();
      await go('now');
      await go('history');
      await page.getByRole('button', { name: /^Note at/ }).tap();
      await expect.poll(() => page.locator('dialog.note textarea').inputValue()).toBe('');
      await page.getByRole('button', { name: 'Cancel' }).tap();
      sent.resolve();
      await expect.poll(() => notes().length).toBe(1);
      await page.unroute('**/api/notes');
      const { ts, text } = notes()[0]!;
      expect(text).toBe('<b>Snow</b> on the car');
      expect(ts).toBeGreaterThan(AFTERNOON_S - 12 * 3600);
      expect(ts).toBeLessThan(AFTERNOON_S - 4 * 3600);
      await expect.poll(() => page.locator('.note-marks path').count()).toBe(1);
      const row = page.locator('.events tr', { hasText: '<b>Snow</b> on the car' });
      await fits(page, 'notes', size);
      await row.getByRole('button', { name: /^Edit/ }).tap();
      await page.locator('dialog.note textarea').fill('Frost');
      await page.getByRole('button', { name: 'Save' }).tap();
      await expect.poll(() => notes()[0]).toMatchObject({ text: 'Frost', ts });
      await page.locator('.events tr', { hasText: 'Frost' }).getByRole('button', { name: /^Edit/ }).tap();
      await page.getByRole('button', { name: 'Delete' }).tap();
      await page.getByRole('button', { name: 'Touch again to delete' }).waitFor();
      await laterBy(page, -5000); // however slow the machine is, the next touch is a finger that bounces
      await page.getByRole('button', { name: 'Touch again to delete' }).tap();
      expect(notes()).toHaveLength(1);
      await laterBy(page, 5550);
      await page.getByRole('button', { name: 'Touch again to delete' }).tap();
      await expect.poll(() => notes().length).toBe(0);
      await expect.poll(() => page.locator('.note-marks path').count()).toBe(0);
      expect(complaints).toEqual([]);
      await close();
    },
  );

  it.each(screensOf('program'))(
    'a %s, the page of the program is reached from the sheet, makes a backup and hands out a support file',
    async (size) => {
      const { page, complaints, close } = await open(size, 'now');
      await page.locator('.status-button').tap();
      await page.getByRole('link', { name: 'About' }).tap();
      await shown(page, '.about section');
      await fits(page, 'about', size);
      await page.getByRole('button', { name: 'Back up now' }).tap();
      await page.getByText(/^Backed up and checked/).waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download a support file' }).tap(),
      ]);
      expect(download.suggestedFilename()).toBe('weatherglass-support-2026-11-21.json');
      expect(complaints).toEqual([]);
      await close();
    },
  );
});

it('an update that was asked for and never came is told as such, not as still coming', async () => {
  const { page, complaints, close } = await touching(browser, warm.url, { view: 'about' });
  await page.getByText(/^Installs the newest version/).waitFor();
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await page.getByText(/^Asked\./).waitFor();
  warm.skip(660); // the station's clock: the page goes by it from the next message on
  await page.getByText('Nothing newer has come in ten minutes.').waitFor();
  await expect.poll(() => page.getByText(/^Asked\./).count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

it('a place without apt promises no update by itself: it says what to do', async () => {
  const { page, close } = await touching(browser, warm.url, {
    view: 'about',
    before: (opened) =>
      opened.route('**/api/care', async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, json: { ...(await answer.json()), release: null } });
      }),
  });
  await page
    .getByText('To update, start the new version in place of this one. Your history and settings stay.')
    .waitFor();
  expect(await page.getByRole('button', { name: 'Update', exact: true }).count()).toBe(0);
  await close();
});
