import { describe, expect, it } from 'vitest';
import { launch, SIZES, visit } from './support/browser.ts';
import { axe, overflow, shoot } from './support/looks.ts';
import { shared } from './support/shared.ts';
import { AFTERNOON_S, stage } from './support/stage.ts';
import { answered, count, readOn, says, settle, shown, there } from './support/waits.ts';

const [browser, old] = await shared(launch({ reuse: true }), stage({ historyDays: 420 }));

describe('comparisons', () => {
  it.each([['phone', 390, 844]])(
    'of today with a year ago and of the month with what is usual are drawn on the %s',
    async (name, width, height) => {
      const { page, complaints, close } = await visit(browser, old.url, {
        viewport: { width, height },
        view: 'history',
      });
      const toYearAgo = () => page.evaluate(() => document.querySelector('.year-ago')!.scrollIntoView());
      await shown(page, '.month .day-bar');
      await there(page, '.year-ago');
      await toYearAgo();
      await settle(page);
      await toYearAgo();
      await shoot(page, 'compare', name);
      for (const line of ['future', 'past']) await there(page, `.year-ago path.${line}[d*="L"]`);
      await expect.poll(() => count(page, '.month .day-bar')).toBe(21);
      await expect
        .poll(() => page.evaluate(() => document.querySelector('.month')!.textContent))
        .toMatch(/November 2026.*Days with frost.*November 2025/s);
      expect((await overflow(page)).sideways).toBeLessThanOrEqual(0);
      expect(await axe(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await close();
    },
  );

  it('go back month by month to the first, and the month goes home as text and as a file', async () => {
    const { page, complaints, close } = await visit(browser, old.url, { size: 'desk', view: 'history' });
    await shown(page, '.month .day-bar');
    const before = page.getByRole('button', { name: 'Previous month' });
    await before.click();
    await expect.poll(() => page.locator('.month .day-bar').count()).toBe(31);
    await expect.poll(() => page.locator('.month h2').textContent()).toBe('October 2026');
    await page.locator('.month').getByRole('button', { name: 'Table' }).click();
    await expect.poll(() => page.locator('.month tbody tr').count()).toBe(31);
    const [file] = await Promise.all([page.waitForEvent('download'), page.locator('.month').getByText('CSV').click()]);
    expect(file.suggestedFilename()).toBe('weatherglass-2026-10.csv');
    const text = await (await fetch(`${old.url}/api/report.txt?month=2026-10`)).text();
    expect(text.split('\n')[0]).toBe('MONTHLY CLIMATOLOGICAL SUMMARY for 2026-10');
    for (let i = 0; i < 30 && (await before.isEnabled()); i++) {
      await before.click();
      await answered(page);
    }
    await expect.poll(() => page.locator('.month h2').textContent()).toBe('September 2025');
    expect(complaints).toEqual([]);
    await close();
  });

  it('say what they do not know yet', async () => {
    const young = await stage({ historyDays: 3 });
    const { page, close } = await visit(browser, young.url, { size: 'phone', view: 'history' });
    await shown(page, '.month .day-bar');
    await says(page, 'No data for this date a year ago', '.year-ago');
    await says(page, 'No data for this month a year earlier', '.month');
    await close();
    await young.stop();
  });
});

describe('skill over time and what was said', () => {
  it('are drawn by day and month for every horizon, and over what came, hour by hour: on the panel and the desk', async () => {
    const { page, complaints, close } = await visit(browser, old.url, { view: 'forecast' });
    await readOn(page);
    const skill = page.locator('section', { has: page.getByRole('heading', { name: 'Is it improving?' }) });
    await skill.locator('path.past').first().waitFor();
    const dots = () => skill.locator('svg').first().locator('circle').count();
    await expect.poll(dots).toBe(420);
    await skill.getByRole('button', { name: 'Months' }).click();
    await expect.poll(dots).toBe(14);
    await skill.getByRole('button', { name: '24 h', exact: true }).click();
    await expect.poll(() => skill.locator('tbody tr').count()).toBe(14);

    const past = page.locator('section', { has: page.getByRole('heading', { name: 'Past forecasts' }) });
    await past.locator('path.band').waitFor();
    await expect.poll(() => past.locator('path.past').getAttribute('d')).toMatch(/L/);
    await past.getByText('made 20 Nov 2026, 15:00').waitFor();
    await past.getByRole('button', { name: '− 1 day' }).click();
    await expect.poll(() => past.textContent()).toContain('made 19 Nov 2026, 15:00');
    await past.getByRole('button', { name: '+ 1 h' }).click();
    await expect.poll(() => past.textContent()).toContain('made 19 Nov 2026, 16:00');

    for (const [name, viewport] of Object.entries({ panel: SIZES.panel, desk: { width: 1280, height: 800 } })) {
      await page.setViewportSize(viewport);
      for (const [section, what] of [
        [skill, 'skill'],
        [past, 'said'],
      ] as const) {
        await section.evaluate((e) => e.scrollIntoView());
        await settle(page);
        await shoot(page, what, name);
      }
      await expect.poll(() => past.locator('circle.ring').count()).toBe(6);
      expect((await overflow(page)).sideways, name).toBeLessThanOrEqual(0);
      expect(await axe(page), name).toEqual([]);
    }
    expect(complaints).toEqual([]);
    await close();
  });

  it('of a station without a past are nothing, in words', async () => {
    const cold = await stage({ variant: 'cold', startS: AFTERNOON_S });
    const { page, complaints, close } = await visit(browser, cold.url, { view: 'forecast' });
    await readOn(page);
    await says(page, 'No forecasts saved yet');
    expect(complaints).toEqual([]);
    await close();
    await cold.stop();
  });

  it('of a station of ten hours begin with the first that was said', async () => {
    const young = await stage({ historyDays: 10 / 24 });
    const { page, complaints, close } = await visit(browser, young.url, { view: 'forecast' });
    await readOn(page);
    const section = page.locator('section', { has: page.getByRole('heading', { name: 'Past forecasts' }) });
    await section.getByText('made 21 Nov 2026, 06:00').waitFor();
    await expect.poll(() => section.getByRole('button', { name: '− 1 h' }).isDisabled()).toBe(true);
    for (let i = 0; i < 8; i++) await section.getByRole('button', { name: '+ 1 h' }).click();
    await section.getByText('made 21 Nov 2026, 14:00').waitFor();
    await expect.poll(() => section.getByRole('button', { name: '+ 1 h' }).isDisabled()).toBe(true);
    expect(complaints).toEqual([]);
    await close();
    await young.stop();
  });
});
