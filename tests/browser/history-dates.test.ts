import { describe, expect, it } from 'vitest';
import { share } from '../support/share.ts';
import { launch, visit } from './support/browser.ts';
import { shared } from './support/shared.ts';
import { stage } from './support/stage.ts';
import { settle, shown } from './support/waits.ts';

const [browser, warm] = await shared(launch({ reuse: true }), stage());

describe('the address', () => {
  it('opens the view and the stretch of time that it names, and is followed when somebody edits it', async () => {
    const { page, close } = await visit(browser, warm.url, { size: 'wall', view: 'history?span=7d' });
    const pressed = () => page.locator('.page.history .segments [aria-pressed=true]').textContent();
    await expect.poll(pressed).toBe('7 d');
    const ahead = await page
      .locator('link[rel=modulepreload]')
      .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href.replace(/^.*\/|-.*$/g, '')));
    expect(ahead, 'its parts come together, not one after another').toEqual(['history', 'shared']);
    await page.evaluate(() => {
      location.hash = '#/history?span=24h';
    });
    await expect.poll(pressed).toBe('24 h');
    await page.evaluate(() => {
      location.hash = '#/history?from=1795000000&to=1795090000';
    });
    await expect.poll(() => page.locator('.page.history .segments [aria-pressed=true]').count()).toBe(0);
    await expect.poll(() => page.locator('.range-bar input').first().inputValue()).toBe('18/11/2026');
    await close();
  });
});

describe('the date fields', () => {
  it('keep what was picked: today is today, and the other date stays', async () => {
    const { page, complaints, close } = await visit(browser, warm.url, { size: 'wall', view: 'history?span=7d' });
    const [from, to] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })];
    await shown(page, '.plots .past');
    const write = async (field: typeof from, date: string): Promise<void> => {
      await field.fill(date);
      await field.press('Enter');
    };
    await write(from, '21.11.26');
    await expect.poll(() => from.inputValue()).toBe('21/11/2026');
    await expect.poll(() => to.inputValue()).toBe('21/11/2026');
    await write(from, '10/11/2026');
    await write(to, '2026-11-12');
    await expect.poll(() => page.locator('.pointed').textContent()).toMatch(/10 Nov 2026, 00:00 – 13 Nov 2026, 00:00/);
    await expect.poll(() => from.inputValue()).toBe('10/11/2026');
    await write(to, '25/10/2026'); // the clocks went back that night
    await expect.poll(() => from.inputValue()).toBe('25/10/2026');
    await expect.poll(() => page.evaluate(() => location.hash)).toBe('#/history?from=1792879200&to=1792969200');
    await from.fill('31/11/2026');
    await from.press('Enter');
    await expect
      .poll(async () => [await from.inputValue(), await from.getAttribute('aria-invalid')])
      .toEqual(['31/11/2026', 'true']);
    expect(await to.inputValue()).toBe('25/10/2026');
    await page.getByText('For example 21/11/2026').waitFor();
    await write(to, '20/10/2026');
    await expect.poll(() => from.inputValue()).toBe('20/10/2026');
    await page.getByText('For example').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await close();
  });

  const choices = [
    ['en-US', 'de-DE', '11/20/2026', /, 3:\d\d PM$/],
    ['de', 'en-US', '20.11.2026', /, 15:\d\d$/],
    ['en', 'en-CA', '20/11/2026', /, 15:\d\d$/],
    ['ar', 'de-DE', '20\u200f/11\u200f/2026', /، 15:\d\d$/],
  ] as const;
  const seen = share('languages of a date field', choices, ([language]) => [
    ['ar', 'en-US'].includes(language) ? language : 'of 24 hours, from left to right',
  ]);
  it.each(seen)(
    'follow the reader’s choice %s, whatever the language of the browser (%s)',
    async (language, locale, date, clock) => {
      const { page, complaints, close } = await visit(browser, warm.url, {
        size: 'desk',
        locale,
        view: 'history?span=24h',
        before: (one) => one.addInitScript((of) => localStorage.setItem('weatherglass.language', of), language),
      });
      const from = page.locator('.range-bar input').first();
      await expect.poll(() => from.inputValue()).toBe(date);
      for (const width of [1280, 800, 390, 320]) {
        await page.setViewportSize({ width, height: 800 });
        await expect
          .poll(() => from.evaluate((e) => e.scrollWidth - e.clientWidth), { message: `at ${width}` })
          .toBe(0);
      }
      await page.locator('.write-note').click();
      await expect.poll(() => page.locator('dialog .date input').first().inputValue()).toMatch(clock);
      expect(complaints).toEqual([]);
      await close();
    },
  );

  it('open the picker of the browser from their button, by a finger and by a key', async () => {
    const { page, complaints, close } = await visit(browser, warm.url, {
      size: 'desk',
      view: 'history?span=24h',
      before: (one) =>
        one.addInitScript(() => {
          HTMLInputElement.prototype.showPicker = function picked(this: HTMLInputElement) {
            this.value = '2026-11-12';
            this.dispatchEvent(new Event('change', { bubbles: true }));
          };
        }),
    });
    const button = page.getByRole('button', { name: 'From: Choose a date' });
    const { width, height } = (await button.boundingBox())!;
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(48);
    await button.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByLabel('From', { exact: true }).inputValue()).toBe('12/11/2026');
    expect(complaints).toEqual([]);
    await close();
  });

  it('and a year of them is never refused', async () => {
    const { page, complaints, close } = await visit(browser, warm.url, { size: 'wall', view: 'history?span=1y' });
    await shown(page, '.plots .past');
    await page.locator('.plots').focus();
    await page.keyboard.press('ArrowLeft');
    await settle(page);
    await page.getByLabel('From', { exact: true }).fill('2025-10-01');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByLabel('From', { exact: true }).inputValue()).toBe('01/10/2025');
    await settle(page);
    expect(await page.locator('.problem').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });
});
