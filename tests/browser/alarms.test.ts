import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Alarm, Alarms } from '../../src/contract/alarms.ts';
import type { Settings } from '../../src/contract/settings.ts';
import { share } from '../support/share.ts';
import { ALARMS, withAlarms } from './support/alarmed.ts';
import { axe, launch, overflow, painted, SIZES, settle, shoot, visit } from './support/browser.ts';
import { type Stage, stage } from './support/stage.ts';

let browser: Browser;
let alarmed: Stage;
beforeAll(async () => {
  [browser, alarmed] = await Promise.all([launch({ reuse: true }), stage({ alarmed: true })]);
});
afterAll(async () => {
  await browser?.close();
  await alarmed?.stop();
});

const frost = async (url: string) => {
  const { alarms } = (await (await fetch(`${url}/api/alarms`)).json()) as Alarms;
  return alarms.find(({ id }) => id === 'frost_tonight')!;
};

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

describe('the editor of an alarm', () => {
  /** Mould leads the list; then frost fires and takes its place. */
  const beforeTheFrost = async (size: 'wall' | 'phone', { url } = alarmed) => {
    let alarms: readonly Alarm[] = ALARMS.filter(({ id }) => id === 'mould' || id === 'frost_now');
    const visitor = await visit(browser, url, {
      size,
      view: 'alarms',
      before: async (page) => {
        await withAlarms(page, ALARMS);
        await page.route('**/api/alarms?*', (route) => route.fulfill({ json: { alarms, rules: alarms.length } }));
      },
    });
    const { page } = visitor;
    await page.locator('.alarm-row').first().waitFor();
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
    await page.route('**/api/settings', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 409, json: { detail: 'The disk is full.' } })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'Add alarm' }).click();
    await page.getByRole('button', { name: 'Make alarm' }).click();
    await page.getByText('The disk is full.').waitFor();
    expect(await page.locator('.alarm-row').first().isVisible()).toBe(true);
    // Nor is there a step of the Back key that leads nowhere.
    await page.goBack();
    await page.locator('.outlet[data-view=now]').waitFor();
    await close();
  });

  const ownOf = (title: string): Alarm => {
    const frost = ALARMS.find(({ id }) => id === 'frost_now')!;
    return { ...frost, id: 'own_1', kind: 'own', title, rule: { ...frost.rule, id: 'own_1' } };
  };
  /** Telephone with a rule of the owner's own in its list: at once, or from the first save on. */
  const withOwn = async (isThere: boolean) => {
    const own = ownOf('Warm');
    const saved = Promise.withResolvers<void>();
    const visitor = await visit(browser, alarmed.url, {
      size: 'phone',
      view: 'alarms',
      before: async (page) => {
        await withAlarms(page);
        await page.route('**/api/alarms?*', (route) =>
          route.fulfill({ json: { alarms: isThere ? [...ALARMS, own] : ALARMS, rules: 1 } }),
        );
        await page.route('**/api/settings', async (route) => {
          if (route.request().method() !== 'PATCH') return route.continue();
          await saved.promise;
          isThere = true;
          await route.fulfill({ json: { applied: [], restart: [] } });
        });
      },
    });
    await visitor.page.locator('.alarm-row').first().waitFor();
    return { ...visitor, title: visitor.page.locator('.editor-head h2'), saves: () => saved.resolve() };
  };

  it('opens for a new alarm once that is saved', async () => {
    const { page, title, saves, close } = await withOwn(false);
    await page.getByRole('button', { name: 'Add alarm' }).click();
    await page.getByRole('button', { name: 'Make alarm' }).click();
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
    const remove = page.locator('.alarm-editor').getByRole('button', { name: 'Delete this alarm' });
    await remove.press('Enter');
    await page.waitForTimeout(200); // a step back in the history comes later
    expect(await title.textContent()).toBe('Warm');
    saves();
    await page.locator('.alarm-editor[aria-disabled=false]').waitFor();
    await remove.press('Enter');
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
      const own = ownOf(title);
      let isThere = true;
      const { page, close } = await visit(browser, alarmed.url, {
        size,
        view: 'alarms',
        before: async (one) => {
          await withAlarms(one);
          await one.route('**/api/alarms?*', (route) =>
            route.fulfill({ json: { alarms: isThere ? [...ALARMS, own] : ALARMS, rules: 1 } }),
          );
          await one.route('**/api/settings', async (route) => {
            if (route.request().method() === 'PATCH') {
              isThere = false;
              return route.fulfill({ json: { applied: [], restart: [] } });
            }
            const answer = await route.fetch();
            const json = (await answer.json()) as Settings;
            const rules = json.sections.flatMap(({ settings }) => settings).find(({ key }) => key === 'alarms.rules')!;
            rules.value = isThere ? [{ id: own.id }] : [];
            await route.fulfill({ response: answer, json });
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
      await page.keyboard.press('Enter');
      expect((await sent).postDataJSON()).toEqual({ 'alarms.rules': [] });
      await expect.poll(focused).toMatch(next);
      await row.waitFor({ state: 'detached' });
      await painted(page);
      expect(await focused()).toMatch(next);
      await close();
    },
  );

  it('hands the focus on at once where Delete is pressed without a choice, as by a screen reader, and keeps none for later', async () => {
    const own = { ...ownOf('Attic'), state: 'firing' as const };
    const { page, close } = await visit(browser, alarmed.url, {
      size: 'wall',
      view: 'alarms',
      before: (one) => withAlarms(one, [...ALARMS, own]),
    });
    const focused = () => page.evaluate(() => document.querySelector('.alarm-row:focus b')?.textContent);
    // Neither the pointer nor the focus comes to the editor, which would choose the alarm.
    await page.locator('.alarm-editor .remove:enabled').dispatchEvent('click');
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
        await one.route('**/api/settings', (route) =>
          route.request().method() === 'PATCH'
            ? route.fulfill({ status: 409, json: { detail: 'The disk is full.' } })
            : route.continue(),
        );
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

describe('the alarm bar', () => {
  it.each(['panel', 'phone'] as const)(
    'stands on every screen of the %s until somebody acknowledges it',
    async (size) => {
      const own = await stage({ alarmed: true });
      const { page, go, close, complaints } = await visit(browser, own.url, { size });
      const bar = page.locator('.alarm-bar');
      for (const view of ['now', 'history', 'settings']) {
        await go(view);
        await bar.waitFor();
        expect((await overflow(page)).sideways).toBeLessThanOrEqual(0);
      }
      await go('now');
      await settle(page);
      const [box, header] = [await bar.boundingBox(), await page.locator('.header').boundingBox()];
      if (size === 'phone') expect(box!.y).toBeCloseTo(header!.y + header!.height, 0);
      else expect([box!.height, box!.y + box!.height]).toEqual([66, 480]);
      for (const button of await bar.getByRole('button').all())
        expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(48);
      await expect.poll(() => page.locator('.rail .mark').count()).toBe(1);
      expect(await axe(page)).toEqual([]);
      await bar.getByRole('button', { name: 'Got it' }).click();
      await bar.waitFor({ state: 'detached' });
      expect((await frost(own.url)).state).toBe('acknowledged');
      expect(complaints).toEqual([]);
      await close();
      await own.stop();
    },
  );

  it('goes for an hour when somebody says later', async () => {
    const own = await stage({ alarmed: true });
    const { page, close } = await visit(browser, own.url);
    await page.getByRole('button', { name: 'Later' }).click();
    await page.locator('.alarm-bar').waitFor({ state: 'detached' });
    const { state, snoozed_until_ts: until } = await frost(own.url);
    expect([state, until === null]).toEqual(['firing', false]);
    await close();
    await own.stop();
  });

  it('is not loaded while no alarm fires', async () => {
    const quiet = await stage();
    const loaded: string[] = [];
    const { page, close } = await visit(browser, quiet.url, {
      before: async (one) => one.on('request', (request) => loaded.push(request.url())),
    });
    await settle(page);
    expect(loaded.filter((url) => /alarm/.test(url))).toEqual([]);
    await close();
    await quiet.stop();
  });

  it('is the third row of the wall, and the first touch only wakes', async () => {
    const { page, close } = await visit(browser, alarmed.url, { kiosk: true, layout: 'distance', theme: 'night' });
    const row = page.locator('.far-alarm');
    await row.waitFor();
    await settle(page);
    const box = (await row.boundingBox())!;
    expect([box.x, box.width, Math.round(box.y + box.height)]).toEqual([0, 800, 480]);
    await page.mouse.click(700, 440); // where "Got it" will be
    await page.locator('.alarm-bar').getByRole('button', { name: 'Got it' }).waitFor();
    expect((await frost(alarmed.url)).state).toBe('firing');
    await close();
  });
});

const SCREENS = [
  ['panel', 'day'],
  ['wall', 'night'],
  ['phone', 'day'],
] as const;
/** Which sights of the view axe looks at. */
const checked = new Set(
  share(
    'sights of the view Alarms that axe looks at',
    SCREENS.flatMap(([size]) => [`list ${size}`, `editor ${size}`]),
    (sight) => sight.split(' '),
  ),
);

describe('the view Alarms', () => {
  it.each(SCREENS)('lists states by shape and word on a %s, and its editor fits a finger (%s)', async (size, theme) => {
    const { page, close } = await visit(browser, alarmed.url, {
      size,
      theme,
      view: 'alarms',
      before: (p) => withAlarms(p),
    });
    await page.locator('.alarm-row').first().waitFor();
    expect(await page.locator('.alarm-row .state-word').allTextContents()).toEqual([
      ...['Warning', 'Soon', 'Seen', 'Not known', 'Clear', 'Clear', 'Clear'],
    ]);
    if (checked.has(`list ${size}`)) expect(await axe(page)).toEqual([]);
    await page.locator('.alarm-row').first().click();
    await page.locator('.record-plot .bar').first().waitFor();
    if (checked.has(`editor ${size}`)) expect(await axe(page)).toEqual([]);
    expect((await overflow(page)).sideways).toBeLessThanOrEqual(0);
    const targets = page.locator('.alarm-editor :is(button, a, select):visible');
    for (const { height } of (await Promise.all((await targets.all()).map((one) => one.boundingBox()))).map(
      (box) => box!,
    ))
      expect(height).toBeGreaterThanOrEqual(47.9);
    await close();
  });

  it('moves its threshold over the record without a question, and saves it with the settings that it saw', async () => {
    let asked: string[] = [];
    const { page, close } = await visit(browser, alarmed.url, {
      size: 'wall',
      view: 'alarms',
      before: async (one) => {
        asked = await withAlarms(one);
      },
    });
    const tally = page.locator('.tally dd');
    await page.locator('.record-plot .bar').first().waitFor();
    await expect.poll(async () => (await tally.allTextContents()).slice(0, 4)).toEqual(['10', '7', '3', '1']);
    const before = asked.length;
    const slider = page.getByRole('slider');
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await slider.focus();
    await page.keyboard.press('ArrowDown');
    const request = await sent;
    expect(request.headers()['if-match']).toMatch(/^"/);
    expect(request.postDataJSON()).toEqual({ 'alarms.rules': [{ id: 'frost_tonight', on: 0.55, off: 0.35 }] });
    expect(asked.slice(before).filter((path) => path.startsWith('?'))).toEqual([]);
    await close();
  });

  it('rehearses last winter, and offers one proposal with its cost', async () => {
    let asked: string[] = [];
    const { page, close } = await visit(browser, alarmed.url, {
      size: 'wall',
      view: 'alarms',
      before: async (one) => {
        asked = await withAlarms(one);
      },
    });
    await page.getByText('At 50 %, nothing missed').waitFor();
    await page.getByText('Its chances can be trusted.').waitFor();
    await page.getByRole('button', { name: 'Last winter' }).click();
    await expect.poll(() => asked.at(-1)).toContain('days=winter');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByText('Nothing to test').waitFor(); // the screen and the LED matrix alone
    await close();
  });

  it('a test shows each channel’s exact answer, and severity is chosen by touch beside duration and repeat', async () => {
    const { page, close } = await visit(browser, alarmed.url, {
      size: 'wall',
      view: 'alarms',
      before: async (one) => {
        await withAlarms(one);
        await one.route(/\/api\/alarms(\?|$)/, async (route) => {
          const alarms = ALARMS.map((alarm) => ({
            ...alarm,
            rule: { ...alarm.rule, channels: ['screen', 'webhook', 'ntfy'] },
          }));
          await route.fulfill({ json: { alarms, rules: alarms.length } });
        });
        await one.route('**/api/settings', async (route) => {
          if (route.request().method() !== 'GET') return route.continue();
          const answer = await route.fetch();
          const json = (await answer.json()) as Settings;
          const on = ['alarms.channels.webhook.enabled', 'alarms.channels.ntfy.enabled'];
          for (const setting of json.sections.flatMap(({ settings }) => settings))
            if (on.includes(setting.key)) setting.value = true;
          await route.fulfill({ response: answer, json });
        });
        await one.route('**/api/alarms/channels/webhook/test', (route) =>
          route.fulfill({
            json: { name: 'alarm_webhook', outcome: 'refused', status: 404, text: 'no such hook', took_ms: 41 },
          }),
        );
        await one.route('**/api/alarms/channels/ntfy/test', (route) =>
          route.fulfill({ status: 409, json: { detail: 'The ntfy channel lacks its topic.' } }),
        );
      },
    });
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    const answers = page.locator('.test-answers');
    await answers.getByText('The ntfy channel lacks its topic.').waitFor();
    await expect.poll(() => answers.textContent()).toMatch(/Webhook\s*Refused\. Status 404.*no such hook/);
    expect(await axe(page)).toEqual([]);
    const change = async (act: () => Promise<unknown>): Promise<unknown> => {
      const sent = page.waitForRequest((request) => request.method() === 'PATCH');
      await act();
      return (await sent).postDataJSON();
    };
    const rules = (entry: object) => ({ 'alarms.rules': [{ id: 'frost_tonight', ...entry }] });
    expect(await change(() => page.getByRole('button', { name: 'Critical' }).click())).toMatchObject(
      rules({ severity: 'critical' }),
    );
    for (const label of ['Must last', 'Tell again after']) expect(await page.getByLabel(label).count()).toBe(1);
    await close();
  });

  it('leads from a channel that is not set up to its card under Connections', async () => {
    const { page, close } = await visit(browser, alarmed.url, {
      size: 'wall',
      view: 'alarms',
      before: (p) => withAlarms(p),
    });
    await page.locator('.channels a.unset').first().click();
    await page.getByRole('heading', { name: 'Connections', level: 1 }).waitFor();
    await close();
  });

  it('switches an alarm of the shelf on by one touch', async () => {
    const { page, close } = await visit(browser, alarmed.url, { view: 'alarms', before: (p) => withAlarms(p) });
    await page.getByRole('button', { name: 'Add alarm' }).click();
    expect(await axe(page)).toEqual([]);
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('button', { name: 'Switch on: Heat' }).click();
    const { 'alarms.rules': rules } = (await sent).postDataJSON() as { 'alarms.rules': object[] };
    expect(rules.at(-1)).toEqual({ id: 'heat', enabled: true });
    await close();
  });
});
