import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Tonight } from '../../src/contract/forecast.ts';
import { launch, touching, visit } from './support/browser.ts';
import { axe } from './support/looks.ts';
import { shared } from './support/shared.ts';
import { AFTERNOON_S, stage } from './support/stage.ts';
import { says, settle } from './support/waits.ts';

const [browser, warm] = await shared(launch({ reuse: true }), stage());

it('the chances of the next day stand under the fan: the slider moves its line and its row at once', async () => {
  const { page, complaints, close } = await touching(browser, warm.url, { size: 'wall', view: 'forecast' });
  const row = page.locator('.chance-row').last();
  await row.waitFor();
  await expect
    .poll(() => page.locator('.summary').textContent())
    .toMatch(/^Daytime high \d+° at about \d\d:00\. Low \d+° at about/);
  await expect
    .poll(() => page.locator('.chance-row').first().textContent())
    .toContain('Rain is forecast 3 hours ahead.');
  await settle(page);
  const slider = page.getByRole('slider', { name: 'Value' });
  expect((await slider.boundingBox())!.height).toBeGreaterThanOrEqual(48);
  const line = () => page.locator('.picked-line').getAttribute('y1');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const [before, lineBefore] = [await row.textContent(), await line()];
  await slider.press('ArrowRight');
  await expect.poll(() => row.textContent()).not.toBe(before);
  await expect.poll(line).not.toBe(lineBefore);
  await page.getByRole('button', { name: 'Below' }).click();
  await expect.poll(() => row.textContent()).toMatch(/^Below \d+°/);
  await expect.poll(() => page.locator('.picked-words').textContent()).toMatch(/^Below/);
  expect(asked.filter((url) => url.includes('chances'))).toEqual([]);
  // Figures lie over the line, with a rim of ground.
  const figures = await page.evaluate(() =>
    [...document.querySelector('.chart')!.querySelectorAll('.figure')].map((figure) => [
      figure.compareDocumentPosition(document.querySelector('.picked-line')!) === Node.DOCUMENT_POSITION_PRECEDING,
      getComputedStyle(figure).strokeWidth,
    ]),
  );
  expect(figures.length).toBeGreaterThan(3);
  expect(new Set(figures.map(String))).toEqual(new Set(['true,3px']));
  // The cell of midnight stands under midnight.
  const [cell, tick] = await page.evaluate(() => {
    const [fan] = document.querySelectorAll('.chart');
    const tick = [...fan!.querySelectorAll('text')].find((text) => text.textContent === '00')!.getBoundingClientRect();
    const cells = [...document.querySelectorAll('.chance-row:last-child .chance-cell')];
    const midnight = cells.find((one) => one.textContent?.startsWith('00 to'))!.getBoundingClientRect();
    return [midnight.left, tick.left + tick.width / 2];
  });
  expect(Math.abs(cell! - tick!)).toBeLessThan(2);
  expect(complaints).toEqual([]);
  await close();
});

it('a low that has been is told with its age: its hour alone would be one to come', async () => {
  const withOldLow = (page: Page) =>
    page.route('**/api/forecast/tonight*', async (route) => {
      const answer = await route.fetch();
      const told = (await answer.json()) as Tonight;
      const low = { ...told.low, from_ts: AFTERNOON_S - 9 * 3600, about_ts: AFTERNOON_S - 6 * 3600 };
      await route.fulfill({ json: { ...told, low } });
    });
  const { page, close } = await visit(browser, warm.url, { view: 'forecast', before: withOldLow });
  await expect
    .poll(() => page.locator('.summary').textContent())
    .toMatch(/^Low \d+° at about 09:00 \(6\u202fh ago\)\./);
  await page.evaluate(() => {
    location.hash = '#/now';
  });
  await says(page, '6 h ago', '.tonight');
  await close();
});

it('the sources of a forecast are explained by a tap', async () => {
  const { page, close } = await touching(browser, warm.url, { size: 'panel', view: 'forecast' });
  const source = page.getByRole('button', { name: 'Explain the sources of 3 h ahead' });
  expect((await source.boundingBox())!.height).toBeGreaterThanOrEqual(48);
  await source.tap();
  await page.getByRole('heading', { name: 'Sources, 3 h ahead' }).waitFor();
  expect(await page.locator('.sources-told').textContent()).toMatch(/learned 60.*%.*Learned from your station/);
  expect(await axe(page)).toEqual([]);
  await source.tap();
  await page.locator('.sources-told').waitFor({ state: 'detached' });
  await close();
});
