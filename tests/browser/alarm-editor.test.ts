import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Alarm } from '../../src/contract/alarms.ts';
import { ALARMS, lastIn, ownAlarm, withAlarms } from './support/alarmed.ts';
import { answered, laterBy, launch, painted, SIZES, shoot, unhurried, visit } from './support/browser.ts';
import { shared } from './support/shared.ts';
import { stage } from './support/stage.ts';
import { withSettings } from './support/with-settings.ts';

const [browser, alarmed] = await shared(launch({ reuse: true }), stage({ alarmed: true }));

/** The list is what it is now, and not what it was when the page opened. */
const listing = (page: Page, alarms: () => readonly Alarm[]) =>
  page.route('**/api/alarms?*', (route) => route.fulfill({ json: { alarms: alarms(), rules: alarms().length } }));
const savesNothing = (page: Page) =>
  page.route('**/api/settings', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 409, json: { detail: 'The disk is full.' } })
      : route.continue(),
  );

it('an alarm and its list stand side by side as soon as the window is wide, and take turns when it is not', async () => {
  const { page, close } = await visit(browser, alarmed.url, { size: 'phone', view: 'alarms' });
  const editor = page.locator('.alarm-editor');
  await page.locator('.alarm-row').first().waitFor();
  expect(await editor.count()).toBe(0);
  // Not with its next answer alone, half a minute later.
  for (const [size, editors] of [
    ['wall', 1],
    ['phone', 0],
  ] as const) {
    await page.setViewportSize(SIZES[size]);
    await painted(page);
    expect(await editor.count(), size).toBe(editors);
  }
  await close();
});

it('an alarm is not added before the settings have come, for the touch would be lost', async () => {
  const held = Promise.withResolvers<void>();
  const { page, close } = await visit(browser, alarmed.url, {
    size: 'wall',
    view: 'alarms',
    before: async (page) => {
      await withAlarms(page, ALARMS);
      await page.route('**/api/settings*', (route) => held.promise.then(() => route.continue()));
    },
  });
  await page.getByRole('button', { name: 'Add alarm' }).click();
  const add = page.getByRole('button', { name: /^(Make alarm|Switch on)/ });
  await add.last().waitFor();
  const areShut = () => add.evaluateAll((all) => all.map((one) => (one as HTMLButtonElement).disabled));
  expect(new Set(await areShut())).toEqual(new Set([true]));
  held.resolve();
  await expect.poll(async () => new Set(await areShut())).toEqual(new Set([false]));
  await close();
});

describe('the editor of an alarm', () => {
  /** Mould leads the list; then frost fires and takes its place. */
  const beforeTheFrost = async (size: 'wall' | 'phone', { url } = alarmed) => {
    let alarms: readonly Alarm[] = ALARMS.filter(({ id }) => id === 'mould' || id === 'frost_now');
    const visitor = await visit(browser, url, {
      size,
      view: 'alarms',
      before: async (page) => {
        await withAlarms(page, ALARMS);
        await listing(page, () => alarms);
      },
    });
    const { page } = visitor;
    await page.locator('.alarm-row').first().waitFor();
    await answered(page); // and the settings are there, without which nothing can be moved or made
    return {
      ...visitor,
      title: () => page.locator('.editor-head h2').textContent(),
      fires: async (): Promise<void> => {
        alarms = ALARMS;
        await page.locator('.alarm-row').getByText('Frost tonight').waitFor();
        expect(await page.locator('.alarm-row b').first().textContent()).toBe('Frost tonight');
      },
    };
  };

  it('stays beside the list when another alarm fires', async () => {
    const { page, title, fires, close } = await beforeTheFrost('wall');
    expect(await title()).toBe('Mould, bathroom');
    await fires();
    expect(await title()).toBe('Mould, bathroom');
    // Reading alone opens nothing on a narrow window.
    await page.setViewportSize(SIZES.phone);
    await page.locator('.alarm-editor').waitFor({ state: 'detached' });
    await page.setViewportSize(SIZES.wall);
    await page.locator('.alarm-editor').waitFor();
    expect(await title()).toBe('Mould, bathroom');
    await close();
  });

  it('stays open with the value that a finger holds when the window becomes narrow, and wide again', async () => {
    const { page, title, fires, close } = await beforeTheFrost('wall');
    const slider = page.locator('.alarm-editor input[type=range]');
    const before = await slider.inputValue();
    const box = (await slider.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 3, box.y + box.height / 3);
    const held = await slider.inputValue();
    expect(held).not.toBe(before);
    await fires();
    for (const size of ['phone', 'wall'] as const) {
      await page.setViewportSize(SIZES[size]);
      await painted(page);
      expect([await title(), await slider.inputValue()], size).toEqual(['Mould, bathroom', held]);
    }
    await close();
  });

  it('keeps the focus on the switch that was pressed', async () => {
    const own = await stage();
    const { page, close } = await beforeTheFrost('wall', own);
    const knob = page.getByRole('switch', { name: 'Mould, bathroom' });
    const hasFocus = () => knob.evaluate((one) => one === document.activeElement);
    await knob.focus();
    const sent = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.keyboard.press('Space');
    await (await sent).finished();
    await page.getByText('Saved and active').waitFor();
    await painted(page);
    expect(await hasFocus()).toBe(true);
    await close();
    await own.stop();
  });

  it('does not take the list away on a telephone before its alarm is there: a new one may be refused', async () => {
    const { page, go, close } = await beforeTheFrost('phone');
    await go('now');
    await go('alarms');
    await savesNothing(page);
    await page.getByRole('button', { name: 'Add alarm' }).click();
    await page.getByRole('button', { name: 'Make alarm' }).click();
    await page.getByText('The disk is full.').waitFor();
    expect(await page.locator('.alarm-row').first().isVisible()).toBe(true);
    // Nor is there a step of the Back key that leads nowhere.
    await page.goBack();
    await page.locator('.outlet[data-view=now]').waitFor();
    await close();
  });

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

  it('on a telephone covers no line of the sentence that says why nothing new comes, and that covers no button of the bar', async () => {
    let detail: string | null = null;
    const { page, close } = await visit(browser, alarmed.url, {
      size: 'phone',
      view: 'alarms?alarm=frost_tonight',
      expected: /status of (?:409|500)/,
      before: async (one) => {
        await one.clock.install();
        await withAlarms(one);
        await one.route('**/api/alarms?*', (route) =>
          detail ? route.fulfill({ status: 500, json: { detail } }) : route.fallback(),
        );
        await savesNothing(one);
      },
    });
    await page.getByRole('switch', { name: 'Frost tonight' }).click();
    const bar = page.locator('.save-bar');
    await bar.getByText('The disk is full.').waitFor();
    detail = 'The history is locked by another program, and stays so until that has ended what it does. '.repeat(2);
    await page.clock.fastForward(6000);
    await page.locator('.opened > header .problem').waitFor();
    await painted(page);
    await shoot(page, 'alarms', 'sentence');
    const over = await page.locator('.opened > header').evaluate((header) => {
      const { left, top, width, height } = header.getBoundingClientRect();
      const found = new Set<string>();
      for (let x = left + 1; x < left + width; x += 4)
        for (let y = top + 1; y < top + height; y += 4) {
          const at = document.elementFromPoint(x, y)!;
          if (!header.contains(at)) found.add(at.outerHTML.slice(0, 80));
        }
      return [...found];
    });
    expect(over, 'what lies over the sentence').toEqual([]);
    for (const button of await bar.getByRole('button').all()) {
      const isUnder = await button.evaluate((one) => {
        const [mine, its] = [one, document.querySelector('.opened > header')!].map((part) =>
          part.getBoundingClientRect(),
        );
        return mine!.top < its!.bottom && its!.top < mine!.bottom;
      });
      expect(isUnder, 'under the sentence before the focus scrolls it into sight').toBe(false);
      await button.focus();
      const isInSight = await button.evaluate((one) => {
        const { left, width, bottom } = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(left + width / 2, bottom - 4));
      });
      expect(isInSight, (await button.textContent())!).toBe(true);
    }
    await shoot(page, 'alarms', 'sentence', 'bar');
    await close();
  });

  it('is left for the list by the Back key of a telephone, and by its own button without a step too many', async () => {
    const { page, title, go, close } = await beforeTheFrost('phone');
    const [rows, editor] = [page.locator('.alarm-row'), page.locator('.alarm-editor')];
    await go('now');
    await go('alarms');
    for (const leave of [() => page.goBack(), () => page.getByRole('button', { name: 'All alarms' }).click()]) {
      await rows.first().click();
      await editor.waitFor();
      expect(await title()).toBe('Mould, bathroom');
      await leave();
      await editor.waitFor({ state: 'detached' });
      await rows.first().waitFor();
    }
    await page.goBack();
    await page.locator('.outlet[data-view=now]').waitFor();
    await close();
  });
});
