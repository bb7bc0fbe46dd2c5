import { describe, expect, it } from 'vitest';
import { ALARMS, lastIn, listing, ownAlarm, withAlarms } from './support/alarmed.ts';
import { launch, visit } from './support/browser.ts';
import { shared } from './support/shared.ts';
import { stage } from './support/stage.ts';
import { answered, laterBy, painted, unhurried } from './support/waits.ts';
import { withSettings } from './support/with-settings.ts';

const [browser, alarmed] = await shared(launch({ reuse: true }), stage({ alarmed: true }));

describe('the editor of an alarm', () => {
  /** Telephone with a rule of the owner's own in its list: at once, or from the first save on. */
  const withOwn = async (isThere: boolean) => {
    const own = ownAlarm('Warm');
    const saved = Promise.withResolvers<void>();
    const visitor = await visit(browser, alarmed.url, {
      size: 'phone',
      view: 'alarms',
      before: async (page) => {
        await unhurried(page, 20_000); // so long an answer is waited for
        await withAlarms(page);
        await listing(page, () => (isThere ? [...ALARMS, own] : ALARMS));
        await page.route('**/api/settings', async (route) => {
          if (route.request().method() !== 'PATCH') return route.continue();
          await saved.promise;
          isThere = true;
          own.id = lastIn(route.request()) ?? own.id;
          await route.fulfill({ json: { applied: [], restart: [] } });
        });
      },
    });
    await visitor.page.locator('.alarm-row').first().waitFor();
    await answered(visitor.page);
    return { ...visitor, title: visitor.page.locator('.editor-head h2'), saves: () => saved.resolve() };
  };

  it('opens for a new alarm once that is saved', async () => {
    const { page, title, saves, close } = await withOwn(false);
    await page.getByRole('button', { name: 'Add alarm' }).click();
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('button', { name: 'Make alarm' }).click();
    expect((await sent).postDataJSON()).toMatchObject({ 'alarms.rules': [{ title: 'Temperature' }] }); // as headings are written, and no id
    expect(await page.locator('.alarm-row').first().isVisible()).toBe(true);
    saves();
    await title.waitFor();
    expect(await title.textContent()).toBe('Warm');
    await close();
  });

  it('stays while a change is saved, though its removal is asked for by keyboard: nothing would be removed', async () => {
    const { page, title, saves, close } = await withOwn(true);
    await page.locator('.alarm-row').getByText('Warm').click();
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('switch', { name: 'Warm' }).press('Space');
    await sent;
    const remove = page.locator('.alarm-editor .remove');
    const removeTwice = async () => {
      await remove.press('Enter');
      await laterBy(page, 550);
      await remove.press('Enter');
    };
    await removeTwice();
    await page.waitForTimeout(200); // a step back in the history comes later
    expect(await title.textContent()).toBe('Warm');
    saves();
    await page.locator('.alarm-editor[aria-disabled=false]').waitFor();
    await removeTwice();
    await title.waitFor({ state: 'detached' });
    await close();
  });

  it.each([
    ['phone', 'Pond', /^Sensor silent/],
    ['panel', 'Warm', /^Add alarm$/],
    ['wall', 'Pond', /^Sensor silent/],
    ['wall', 'Warm', /^Add alarm$/],
  ] as const)(
    'on a %s leaves the focus to what follows in the list when %s is deleted by keyboard',
    async (size, title, next) => {
      const own = ownAlarm(title);
      let isThere = true;
      const { page, close } = await visit(browser, alarmed.url, {
        size,
        view: 'alarms',
        before: async (one) => {
          await withAlarms(one);
          await listing(one, () => (isThere ? [...ALARMS, own] : ALARMS));
          await one.route('**/api/settings', async (route) => {
            if (route.request().method() !== 'PATCH') return route.fallback();
            isThere = false;
            await route.fulfill({ json: { applied: [], restart: [] } });
          });
          await withSettings(one, ({ sections }) => {
            const rules = sections.flatMap(({ settings }) => settings).find(({ key }) => key === 'alarms.rules')!;
            rules.value = isThere ? [{ id: own.id }] : [];
          });
        },
      });
      const row = page.locator('.alarm-row', { hasText: title });
      const focused = () =>
        page.evaluate(
          () => document.activeElement!.querySelector('b')?.textContent ?? document.activeElement!.textContent,
        );
      await row.focus();
      await page.keyboard.press('Enter');
      await page.locator('.alarm-editor .remove:enabled').focus(); // which it is once the settings are there
      const sent = page.waitForRequest((request) => request.method() === 'PATCH');
      /** Enter at that moment of the page, however slow the machine is. */
      const enterAt = async (ms: number) => {
        await page.evaluate((t) => {
          performance.now = () => t; // now: the page's own
        }, ms);
        await page.keyboard.press('Enter');
      };
      await enterAt(1e6);
      await page.getByRole('button', { name: 'Touch again to delete' }).waitFor();
      await enterAt(1e6 + 300); // a hand that bounces, or is impatient: each touch is counted from the one before
      await enterAt(1e6 + 600);
      expect(isThere).toBe(true);
      await enterAt(1e6 + 1200);
      expect((await sent).postDataJSON()).toEqual({ 'alarms.rules': [] });
      await expect.poll(focused).toMatch(next);
      await row.waitFor({ state: 'detached' });
      await painted(page);
      expect(await focused()).toMatch(next);
      await close();
    },
  );

  it('hands the focus on at once where Delete is pressed without a choice, as by a screen reader, and keeps none for later', async () => {
    const own = { ...ownAlarm('Attic'), state: 'firing' as const };
    const { page, close } = await visit(browser, alarmed.url, {
      size: 'wall',
      view: 'alarms',
      before: (one) => withAlarms(one, [...ALARMS, own]),
    });
    const focused = () => page.evaluate(() => document.querySelector('.alarm-row:focus b')?.textContent);
    // Neither the pointer nor the focus comes to the editor, which would choose the alarm.
    const remove = page.locator('.alarm-editor .remove:enabled');
    await remove.dispatchEvent('click');
    await laterBy(page, 550);
    await remove.dispatchEvent('click');
    expect(new URL(page.url()).hash).toBe('#/alarms');
    expect(await focused()).toBe('Frost tonight');
    await page.locator('.alarm-row', { hasText: 'Storm' }).click();
    await page.locator('h2', { hasText: 'Storm' }).waitFor();
    await painted(page);
    expect(await focused()).toBe('Storm');
    await close();
  });
});
