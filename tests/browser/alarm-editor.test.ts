import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Alarm } from '../../src/contract/alarms.ts';
import { ALARMS, listing, withAlarms } from './support/alarmed.ts';
import { launch, SIZES, visit } from './support/browser.ts';
import { shoot } from './support/looks.ts';
import { shared } from './support/shared.ts';
import { stage } from './support/stage.ts';
import { answered, painted } from './support/waits.ts';

const [browser, alarmed] = await shared(launch({ reuse: true }), stage({ alarmed: true }));

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
