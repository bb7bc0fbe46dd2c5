import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { share } from '../support/share.ts';
import { SIZES } from './support/browser.ts';
import { axe, overflow, shoot } from './support/looks.ts';
import { button, field, inForce, ownedStation, save, unfold } from './support/owned-station.ts';
import { count, painted, settle, until } from './support/waits.ts';
import { readOnly } from './support/with-settings.ts';

const station = await ownedStation();

/** What the keyboard covers of the field and its frame, and of the ways to other views. */
const under = (page: Page) =>
  page.evaluate(() => {
    const edgePx = document.querySelector('.keyboard')!.getBoundingClientRect().top;
    const FRAME_PX = 4;
    return [document.activeElement!, ...document.querySelectorAll('.rail a')]
      .filter((one) => one.getBoundingClientRect().bottom + (one.matches('a') ? 0 : FRAME_PX) > edgePx)
      .map((one) => one.textContent || one.getAttribute('aria-label'));
  });

async function typeNumber(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.locator('dialog .keypad').getByRole('button', { name: key, exact: true }).tap();
}

const ONCE_EACH = [
  ['panel', 'day'],
  ['wall', 'night'],
  ['phone', 'day'],
] as const;

const seenByAxe = share('screens of Settings that axe looks at', ONCE_EACH, ([, theme]) => [theme]);

it.each(ONCE_EACH)(
  'on a %s by %s the page fits with everything unfolded, its targets fit a finger, and axe finds nothing',
  async (size, theme) => {
    const { page, end } = await station.opened({ size, theme });
    await settle(page);
    await shoot(page, 'settings', size, theme);
    // Parts of a section come with it: they are unfolded in a second round.
    for (let round = 0; round < 2; round += 1) {
      await page.evaluate(() => {
        for (const one of document.querySelectorAll<HTMLElement>('details:not([open]) > summary')) one.click();
      });
      await settle(page);
    }
    await until(page, () => !document.querySelector('details:not([open])'));
    await settle(page);
    expect((await overflow(page)).sideways).toBeLessThanOrEqual(0);
    const targets = '.settings :is(button, a, input:not(.sr-only), select, summary, label.file)';
    const small = await page.evaluate(
      (selector) =>
        [...document.querySelectorAll(selector)]
          .map((element) => ({ name: element.textContent, box: element.getBoundingClientRect() }))
          .filter(({ box }) => box.height < 44 || box.width < 44)
          .map(({ name }) => name),
      targets,
    );
    expect(small).toEqual([]);
    if (seenByAxe.some(([one]) => one === size)) expect(await axe(page)).toEqual([]);
    await end();
  },
);

describe('a change by finger', () => {
  it('finds the keys of a number with a sign as wide as those of a PIN on the smallest telephone, and in the order of a telephone', async () => {
    const { page, end } = await station.opened({ viewport: { width: 320, height: 568 } });
    const keysOf = async (key: string) => {
      await field(page, key).getByRole('button').first().tap();
      await page.locator('dialog .key').first().waitFor();
      const keys = await page.locator('dialog .key').evaluateAll((all) =>
        all.map((one) => {
          const { x, y, width, height } = one.getBoundingClientRect();
          return { name: one.textContent, x, y, width, height };
        }),
      );
      await shoot(page, 'settings', 'keys', key);
      await button(page, 'Cancel').tap();
      return keys;
    };
    const widthOf = (keys: readonly { width: number }[]) => Math.min(...keys.map(({ width }) => width));
    const signed = await keysOf('site.altitude_m');
    const rows = Object.groupBy(signed, ({ y }) => Math.round(y));
    expect(Object.values(rows).map((row) => row!.toSorted((a, b) => a.x - b.x).map(({ name }) => name))).toEqual([
      ['1', '2', '3', ''],
      ['4', '5', '6', '±'],
      ['7', '8', '9', '.'],
      ['0'],
    ]);
    expect(Math.max(...signed.map(({ y, height }) => y + height))).toBeLessThan(568);
    expect(widthOf(signed)).toBe(widthOf(await keysOf('access.pin_hash')));
    expect(widthOf(signed)).toBeGreaterThan(56);
    await end();
  });

  it('is shown before it is saved, is in force after it, and the page comes calmly through the new beginning', async () => {
    const { page, end } = await station.opened({ size: 'panel', kiosk: true });
    await field(page, 'site.altitude_m').getByRole('button').first().tap();
    await typeNumber(page, ['4', '0', '8']);
    await shoot(page, 'settings', 'number');
    await button(page, 'Set').tap();
    await field(page, 'site.units').getByRole('button', { name: '°F, inHg' }).tap();
    await field(page, 'site.name').getByRole('textbox').tap();
    await page.locator('.keyboard').waitFor(); // the wall brings its letters by itself
    await expect.poll(() => under(page)).toEqual([]);
    await page.locator('.keyboard .done').tap();
    await unfold(page, 'Home Assistant');
    await field(page, 'mqtt.password').locator('input').tap();
    await until(page, () => document.activeElement?.getAttribute('type') === 'password');
    await settle(page);
    await expect.poll(() => under(page)).toEqual([]);
    await field(page, 'site.name').getByRole('textbox').tap();
    await page.locator('.keyboard').waitFor();
    await page.locator('.keyboard .key', { hasText: /^a$/ }).tap();
    await page.locator('.save-bar').waitFor();
    // Neither the letters nor the bar with the change stand over what is written.
    const isSeen = (): Promise<boolean> =>
      field(page, 'site.name')
        .getByRole('textbox')
        .evaluate((input) => {
          const { left, top, width, height } = input.getBoundingClientRect();
          return document.elementFromPoint(left + width / 2, top + height / 2) === input;
        });
    await expect.poll(isSeen).toBe(true);
    await page.locator('.keyboard .done').tap();
    await shoot(page, 'settings', 'save-bar');
    const told = await page.locator('.save-bar').textContent();
    expect(told).toContain('Elevation: 0\u202fm → 408\u202fm');
    expect(told).toContain('Units: °C, hPa → °F, inHg');
    const alarms: string[] = [];
    await page.exposeFunction('alarm', (text: string) => alarms.push(text));
    await page.evaluate(() => {
      let wasLate = false; // on a busy machine the page says so after 15 s, and from then on that nothing answers
      new MutationObserver(() => {
        wasLate ||= document.querySelector('.save-bar[data-phase="late"]') !== null;
        // Told by the page: a quick station is back before anybody outside has looked again.
        const bar = document.querySelector('.save-bar');
        if (bar?.checkVisibility() && bar.textContent.includes('Saved. Restarting…'))
          Object.assign(window, { saidRestarting: true });
        const found = document.querySelector('.outlet .problem, .outlet .refusal');
        if (found && !wasLate) (window as never as { alarm(text: string): void }).alarm(found.textContent);
      }).observe(document.querySelector('.outlet')!, { subtree: true, childList: true, characterData: true });
    });
    await save(page);
    await until(page, () => 'saidRestarting' in window);
    await shoot(page, 'settings', 'begins');
    await inForce(page);
    await shoot(page, 'settings', 'in-force');
    expect(alarms).toEqual([]);
    await expect.poll(() => field(page, 'site.altitude_m').textContent()).toContain('1339\u202fft');
    expect(station.text()).toMatch(/^# Mine\nsite:\n {2}name: \S+\n/);
    await page.evaluate(() => (location.hash = '#/now'));
    await until(page, () => document.querySelector('.hero-unit')?.textContent === '°F');
    await end();
  });

  it('that the station refuses has its reason at its place, and nothing is saved', async () => {
    const { page, end } = await station.opened({ size: 'phone' });
    const before = station.text();
    await unfold(page, 'Who can make changes');
    await field(page, 'access.writes').getByRole('combobox').selectOption('pin');
    await field(page, 'site.name').getByRole('textbox').fill('');
    await save(page);
    await page.getByText('Not saved. Fix the marked settings').waitFor();
    await until(page, () => document.querySelector('.field .refusal')!.getBoundingClientRect().bottom < innerHeight);
    await shoot(page, 'settings', 'refused');
    expect(await field(page, 'site.name').getByRole('alert').textContent()).toMatch(/^Name is/);
    for (const words of await page.locator('.refusal').allTextContents())
      expect(words).not.toMatch(/site\.|access\.|pin_hash/);
    expect(station.text()).toBe(before);
    await button(page, 'Discard').tap();
    await page.locator('.save-bar').waitFor({ state: 'detached' });
    await end();
  });

  it('is kept while the reader looks elsewhere and over a reload, and one that the environment decides cannot be made', async () => {
    const { page, go, end } = await station.opened();
    await field(page, 'site.name').getByRole('textbox').fill('Cellar');
    await go('now');
    await go('settings');
    await expect.poll(() => page.locator('.save-bar').textContent()).toContain('→ Cellar');
    await page.reload();
    await page.locator('.save-bar', { hasText: '→ Cellar' }).waitFor();
    expect(await field(page, 'site.indoors').textContent()).toContain('Set by an environment variable');
    expect(await field(page, 'site.indoors').getByRole('switch').count()).toBe(0);
    await button(page, 'Discard').tap();
    await page.locator('.save-bar').waitFor({ state: 'detached' });
    await page.reload();
    await field(page, 'site.name').waitFor();
    expect(await page.locator('.save-bar').count()).toBe(0);
    await end();
  });
});

it('with Tab alone every control comes into view above the bar that saves', async () => {
  const { page, end } = await station.opened({ size: 'wall' });
  await field(page, 'site.name').getByRole('textbox').fill('Porch');
  await page.locator('.save-bar').waitFor();
  const covered: string[] = [];
  for (let stop = 0; stop < 30; stop += 1) {
    await page.keyboard.press('Tab');
    await painted(page);
    const name = await page.evaluate(() => {
      const at = document.activeElement!;
      const { left, top, width, height } = at.getBoundingClientRect();
      const over = document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.save-bar');
      return over && !at.closest('.save-bar') ? at.textContent || at.getAttribute('aria-label') || at.tagName : null;
    });
    if (name !== null) covered.push(name);
  }
  expect(covered).toEqual([]);
  await button(page, 'Discard').click();
  await end();
});

it('an alarm is switched on at once while other settings are not saved yet, which wait', async () => {
  const { page, go, end } = await station.opened({ size: 'phone' });
  await field(page, 'site.name').getByRole('textbox').fill('Half made');
  await go('alarms');
  await button(page, 'Add alarm').tap();
  await button(page, 'Switch on: Frost now').tap();
  const isOn = page.getByRole('switch', { name: 'Frost now' });
  await expect.poll(() => isOn.getAttribute('aria-checked')).toBe('true');
  await inForce(page);
  expect(station.text()).toMatch(/id: frost_now\n\s+enabled: true/);
  expect(station.text()).not.toContain('Half made');
  expect(await page.locator('.save-bar').textContent()).toContain('→ Half made');
  await isOn.tap(); // it may be touched again, too
  await expect.poll(station.text).toMatch(/id: frost_now\n\s+enabled: false/);
  await inForce(page);
  await page.reload();
  await go('settings');
  await save(page);
  await inForce(page);
  expect(station.text()).toMatch(/name: Half made[\s\S]*id: frost_now\n\s+enabled: false/);
  await end();
});

it('what is written into a list and not yet added is saved with the rest, and kept while the reader looks elsewhere', async () => {
  const { page, go, end } = await station.opened({ size: 'phone' });
  await unfold(page, /^Network/);
  const hosts = field(page, 'server.allowed_hosts');
  await field(page, 'site.name').getByRole('textbox').fill('With hosts');
  await hosts.getByRole('textbox').fill('my.host');
  await save(page);
  await inForce(page);
  expect(station.text()).toMatch(/allowed_hosts:\s+- my\.host/);
  expect(await hosts.getByRole('textbox').inputValue()).toBe('');
  await hosts.getByRole('textbox').fill('other.host');
  await go('now');
  await go('settings');
  await page.locator('.save-bar', { hasText: 'other.host' }).waitFor();
  await button(page, 'Discard').tap();
  await end();
});

it('a secret that is saved a second time is saved at once: nothing begins again for it', async () => {
  const { page, end } = await station.opened({ size: 'wall' });
  await unfold(page, 'Home Assistant');
  const type = () => field(page, 'mqtt.password').locator('input').fill('hush');
  await type();
  await save(page);
  await inForce(page);
  await type();
  await save(page);
  await page.getByText('Saved.', { exact: true }).waitFor();
  await end();
});

/** Eight digits: four may stand in a port, a number or a path of the page. */
const PIN = ['2', '4', '6', '8', '1', '3', '5', '7'];
it('a PIN is set by finger, and asked for from then on', async () => {
  const { page, end } = await station.opened({ size: 'panel', kiosk: true });
  await field(page, 'access.pin_hash').getByRole('button', { name: 'Change: PIN' }).tap();
  await button(page, 'Type it again').waitFor(); // a dialog that has not opened has no boxes
  for (const size of [{ width: 320, height: 568 }, SIZES.panel]) {
    await page.setViewportSize(size);
    await painted(page);
    const [keys, again] = await Promise.all(
      [page.locator('dialog .keypad'), button(page, 'Type it again')].map((one) => one.boundingBox()),
    );
    expect(again!.y - keys!.y - keys!.height, `${size.width} px wide`).toBeGreaterThanOrEqual(8); // as far as the keys are apart
  }
  for (const words of ['Type it again', 'Set']) {
    await typeNumber(page, PIN);
    await button(page, words).tap();
  }
  await save(page);
  await inForce(page);
  await field(page, 'site.altitude_m').getByRole('button').first().tap();
  await typeNumber(page, ['7']);
  await button(page, 'Set').tap();
  await save(page);
  await page.getByRole('dialog', { name: /station’s PIN/ }).waitFor();
  await typeNumber(page, PIN);
  await button(page, 'Enter').tap();
  await inForce(page);
  await expect.poll(station.text).toMatch(/altitude_m: (7|2.1)\b/);
  expect(await page.content()).not.toMatch(new RegExp(`scrypt|${PIN.join('')}`));
  await end();
});

it('a file that may not be written is said at the top, with the way out, and nothing can be changed', async () => {
  const { page, end } = await station.opened({
    size: 'phone',
    before: readOnly,
  });
  await until(page, () => /cannot write its settings file, .*config\.yaml/.test(document.body.innerText));
  await shoot(page, 'settings', 'read-only');
  expect(await count(page, '.field :is(button, input, select)')).toBe(0);
  await end();
});

it.each(['light', 'dark'] as const)(
  'in forced colours that are %s a switch that is on, a changed setting and the view in the rail can be told',
  async (colorScheme) => {
    const { page, end } = await station.opened({ size: 'panel' });
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    await unfold(page, 'LED matrix');
    const edge = (selector: string) =>
      page.evaluate((one) => getComputedStyle(document.querySelector(one)!).borderInlineStartColor, selector);
    const led = field(page, 'display.enabled').getByRole('switch');
    await led.tap();
    await page.locator('.field.changed').waitFor();
    const [pill, disc] = await led
      .locator('.knob')
      .evaluate((knob) => [getComputedStyle(knob).backgroundColor, getComputedStyle(knob, '::after').backgroundColor]);
    expect(disc).not.toBe(pill);
    expect(await edge('.field.changed')).not.toBe(await edge('.field:not(.changed)'));
    expect(await edge('.rail [aria-current]')).not.toBe(await edge('.rail a:not([aria-current])'));
    await shoot(page, 'settings', 'forced', colorScheme);
    await button(page, 'Discard').tap();
    await end();
  },
);
