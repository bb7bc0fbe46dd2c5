import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { launch, visit } from './support/browser.ts';
import { axe } from './support/looks.ts';
import { shared } from './support/shared.ts';
import { stage } from './support/stage.ts';
import { settle, shown } from './support/waits.ts';

const [browser, warm] = await shared(launch({ reuse: true }), stage());

/** Every table as rows of cells, the head first. */
const tables = (page: Page): Promise<string[][][]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('table')].map((table) =>
      [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent ?? '')),
    ),
  );

describe('a table', () => {
  it('of many columns is a row of cards on a telephone: each number with its heading, none beside the screen', async () => {
    const { page, complaints, close } = await visit(browser, warm.url, { size: 'phone', view: 'history' });
    await shown(page, '.month .day-bar');
    for (const place of ['.range-bar', '.month']) await page.locator(place).getByText('Table', { exact: true }).click();
    await expect.poll(() => page.locator('.table-scroll.wide').count()).toBe(3);
    await settle(page);
    const frames = await page
      .locator('.table-scroll')
      .evaluateAll((all) => all.map((e) => e.scrollWidth - e.clientWidth));
    expect(frames).toEqual(frames.map(() => 0));
    const day = page.locator('.table-scroll.wide').last().locator('tbody tr').first();
    const words = await day.evaluate((row) =>
      [...row.querySelectorAll('td')].map((td) => `${getComputedStyle(td, '::before').content} ${td.textContent}`),
    );
    expect(words).toHaveLength(7);
    expect(words[2]).toMatch(/^"Mean" −?\d+\.\d$/);
    expect(await axe(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('of the members tells errors in the reader’s degrees', async () => {
    const inCelsius = await visit(browser, warm.url, { size: 'wall', view: 'models' });
    const errors = async (page: Page): Promise<{ head: string; errors: number[] }> => {
      await shown(page, 'table');
      const [head, first] = (await tables(page))[0]!;
      return { head: head![3]!, errors: first!.slice(3, 6).map(Number) };
    };
    const celsius = await errors(inCelsius.page);
    await inCelsius.page.evaluate(() => localStorage.setItem('weatherglass.units-here', 'imperial'));
    await inCelsius.page.reload();
    const fahrenheit = await errors(inCelsius.page);
    expect(celsius.head).toBe('Error °');
    expect(celsius.errors.every((error) => error > 0)).toBe(true);
    for (const [i, error] of fahrenheit.errors.entries()) expect(error).toBeCloseTo(celsius.errors[i]! * 1.8, 1);
    await inCelsius.close();
  });
});
