import { describe, expect, it } from 'vitest';
import { share } from '../support/share.ts';
import { launch, VIEWS, visit } from './support/browser.ts';
import { shared } from './support/shared.ts';
import { stage } from './support/stage.ts';
import { settle } from './support/waits.ts';

const [browser, warm] = await shared(launch({ reuse: true }), stage());

const printed = share('views on paper', VIEWS, (view) => [`neighbours ${VIEWS.indexOf(view) >> 1}`]);

describe('on paper', () => {
  it('each view has a light ground, nothing wider than the page, and nothing to press, at night too', async () => {
    const { page, go, close } = await visit(browser, warm.url, { size: 'desk', theme: 'night' });
    for (const view of printed) {
      await go(view);
      await settle(page);
      await page.evaluate(() => {
        const told: Record<string, unknown>[] = [];
        (window as unknown as { told: unknown }).told = told;
        const look = (): void => {
          setTimeout(() => told.push({ late: true }));
          queueMicrotask(() =>
            told.push({
              theme: document.documentElement.dataset['theme'],
              widest: Math.max(
                ...[...document.querySelectorAll('.outlet .chart > svg')].map((e) => e.getBoundingClientRect().width),
                0,
              ),
            }),
          );
        };
        // After everything that listens has made itself ready.
        addEventListener('beforeprint', look, { once: true });
      });
      await page.pdf({ format: 'A4', printBackground: true });
      const [first] = await page.evaluate(
        () => (window as unknown as { told: Array<{ theme: string; widest: number }> }).told,
      );
      expect(first, view).toMatchObject({ theme: 'day' });
      expect(first!.widest, view).toBeLessThanOrEqual(700);
      expect(await page.evaluate(() => document.documentElement.dataset['theme']), view).toBe('night');
      await page.emulateMedia({ media: 'print' });
      await expect
        .poll(() => page.locator('.rail, .button:visible, .segments:visible').filter({ visible: true }).count(), {
          message: view,
        })
        .toBe(0);
      // On plain paper what is usual would look like a forecast.
      const hatched = await page
        .locator('.hatched')
        .evaluateAll((all) => all.map((one) => getComputedStyle(one).printColorAdjust));
      expect(hatched, view).toEqual(hatched.map(() => 'exact'));
      expect(hatched.length > 0, view).toBe(view === 'now' || view === 'forecast');
      await page.emulateMedia({ media: null });
    }
    await close();
  });

  it('a month of 31 days is one page with its chart and its table, on A4 and on Letter', async () => {
    const older = await stage({ historyDays: 60 });
    const { page, complaints, close } = await visit(browser, older.url, { size: 'desk', view: 'history' });
    await page.evaluate(() => {
      window.print = () => dispatchEvent(new Event('asked-for-paper'));
    });
    const month = page.locator('.month');
    await month.locator('.day-bar').first().waitFor();
    await month.getByRole('button', { name: 'Previous month' }).click();
    await month.getByRole('heading', { name: 'October 2026' }).waitFor();
    await settle(page);
    const paper = page.evaluate(() => new Promise((asked) => addEventListener('asked-for-paper', asked)));
    await month.getByRole('button', { name: 'Print' }).click();
    await paper;
    expect(await month.locator('tbody tr').count()).toBe(31);
    expect(await month.locator('.day-bar').count()).toBeGreaterThanOrEqual(31);
    for (const format of ['A4', 'Letter']) {
      const pdf = await page.pdf({ format, preferCSSPageSize: false });
      expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g), format).toHaveLength(1);
      await page.evaluate(() => document.documentElement.classList.add('only-month'));
    }
    expect(complaints).toEqual([]);
    await close();
    await older.stop();
  });
});
