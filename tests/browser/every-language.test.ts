import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CHOICES } from '../../src/base/languages.ts';
import { share } from '../support/share.ts';
import { launch, SIZES, VIEWS, visit } from './support/browser.ts';
import { shoot } from './support/looks.ts';
import { misfits, wordsOut } from './support/misfits.ts';
import { shared } from './support/shared.ts';
import { LISTED } from './support/sinks.ts';
import { stage } from './support/stage.ts';
import { laterBy, redrawn, unhurried } from './support/waits.ts';
import { widthOf } from './support/widths.ts';

const [browser, station] = await shared(launch({ reuse: true }), stage());

/** Arabic turns the page around, and 12 hours are wider: these are looked at on every screen. The others are longer or shorter words on the smallest wall. */
const sizesOf = (language: string): Array<keyof typeof SIZES> =>
  ['ar', 'en-US'].includes(language) ? ['panel', 'wall', 'phone'] : ['panel'];
const languages = share('languages in every view', CHOICES, (language) => [widthOf(language)]);
const PAGES = [...VIEWS, 'settings', 'connections', 'about'];
/** A view shows something of its own where the page is turned around, and where words or clocks are wide; elsewhere every look shows the same. */
const looks = share(
  'screens of a view in a language',
  languages.flatMap((language) => PAGES.flatMap((view) => sizesOf(language).map((size) => ({ language, view, size })))),
  ({ language, view, size }) => [
    `${size} in ${language}`,
    ...(['ar', 'en-US', 'wide words'].includes(widthOf(language)) ? [`${view}, ${widthOf(language)}`] : []),
  ],
);

describe('no word is too long', () => {
  it.each(languages)('in %s', async (language) => {
    const before = async (page: Page) => {
      await page.addInitScript((choice) => localStorage.setItem('weatherglass.language', choice), language);
      await unhurried(page, 10_000); // so long "Undo" is offered
    };
    const { page, go, complaints, close } = await visit(browser, station.url, { before });
    await page.route('**/api/connections', (route) => route.fulfill({ json: LISTED }));
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
    const found: string[] = [];
    const here = Map.groupBy(
      looks.filter((look) => look.language === language),
      ({ view }) => view,
    );
    for (const [view, screens] of here) {
      await go(view);
      for (const { size } of screens) {
        await page.setViewportSize(SIZES[size]);
        await redrawn(page);
        const faults = [...(await misfits(page)), ...(await wordsOut(page))];
        found.push(...faults.map((one) => `${view}, ${size}: ${one}`));
        const words = await page.locator('.shell').innerText();
        for (const [latin] of words.matchAll(/.*\p{Script=Arabic}\s*,.*/gu))
          found.push(`${view}, ${size}: a Latin comma in "${latin}"`);
        await shoot(page, 'language', language, view, size);
      }
    }
    await page.setViewportSize(SIZES.panel);
    await go('now');
    await redrawn(page);
    const panel = page.locator('.rain-panel');
    const asked = (await panel.boundingBox())!;
    await panel.locator('.wet').click();
    const undo = panel.locator('.undo');
    await undo.waitFor();
    await redrawn(page);
    const end = (await undo.boundingBox())!;
    if (end.x < asked.x || end.x + end.width > asked.x + asked.width) found.push('the way back from a report of rain');
    expect((await panel.boundingBox())!.height, 'a report of rain moves nothing').toBe(asked.height);
    found.push(...(await wordsOut(page)).map((misfit) => `a report of rain: ${misfit}`));
    await laterBy(page, 800); // a finger that bounces takes nothing back
    await undo.click();
    await panel.locator('.wet').waitFor();
    await page.locator('.status-button').click();
    await redrawn(page);
    found.push(...(await wordsOut(page)).map((misfit) => `the sheet: ${misfit}`));
    await shoot(page, 'language', language, 'sheet');
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});
