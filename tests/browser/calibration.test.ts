import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { launch, SIZES, type Size, touching, visit } from './support/browser.ts';
import { axe, shoot } from './support/looks.ts';
import { shared } from './support/shared.ts';
import { stage } from './support/stage.ts';
import { laterBy, painted } from './support/waits.ts';
import { untilSeen } from './support/wall.ts';

const [browser] = await shared(launch({ reuse: true }));

const touch = { kiosk: true, view: 'models' } as const;
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const type = async (page: Page, digits: string): Promise<void> => {
  for (const key of digits) await page.locator('.keypad').getByRole('button', { name: key, exact: true }).click();
};
/** A question is not answered by the touch that raised it. */
const afterABreath = (page: Page) => laterBy(page, 550);
const toTheKeypad = async (page: Page): Promise<void> => {
  await press(page, 'It is in place');
  await press(page, /Enter (the reference|it anyway)/);
};

describe('a calibration on the wall', () => {
  it('goes from the instrument to the recomputed record, one thing at a time', async () => {
    const warm = await stage();
    const { page, complaints, close } = await touching(browser, warm.url, touch);
    await shoot(page, 'flow', 'measure');
    await press(page, 'It is in place');
    await page.getByText('In place for').waitFor();
    await shoot(page, 'flow', 'wait');
    expect(await axe(page)).toEqual([]);
    await press(page, /Enter (the reference|it anyway)/);
    await type(page, '17.5');
    await expect.poll(() => page.locator('output.typed').textContent()).toBe('17.5');
    await shoot(page, 'flow', 'keypad');
    expect(await axe(page)).toEqual([]);
    await press(page, 'Calibrate');
    await page.getByText('After', { exact: true }).waitFor();
    await shoot(page, 'flow', 'calibrated');
    expect(await axe(page)).toEqual([]);
    expect(warm.station.watch.models().calibration.n).toBe(1);
    await press(page, 'Recalculate history');
    await page.getByText(/Recalculated .* readings/).waitFor();
    expect(warm.station.watch.events(5).map((event) => event.kind)).toContain('recompute');
    await press(page, 'Calibrate again');
    await page.getByRole('button', { name: 'It is in place' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
    await warm.stop();
  });

  it('asks about 32 where the station says 18.9, and takes back a slip alone', async () => {
    const warm = await stage();
    const { page, complaints, close } = await touching(browser, warm.url, touch);
    const learned = () => warm.station.watch.models().calibration;
    await toTheKeypad(page);
    await type(page, '18');
    await press(page, 'Calibrate');
    await press(page, 'Not now');
    await press(page, 'Calibrate again');
    const good = learned();
    await toTheKeypad(page);
    await type(page, '32');
    await press(page, 'Calibrate');
    await page.getByText(/away from the station’s value/).waitFor();
    await shoot(page, 'flow', 'doubt');
    expect(await axe(page)).toEqual([]);
    expect(learned()).toEqual(good);
    await afterABreath(page);
    await press(page, 'No, I mistyped');
    await expect.poll(() => page.locator('output.typed').textContent()).toBe('–');
    await type(page, '32');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter'); // the question is not answered by the key that raised it
    expect(learned()).toEqual(good);
    await afterABreath(page);
    await press(page, /Yes, it shows 32/);
    await page.getByText('After', { exact: true }).waitFor();
    expect(learned().n).toBe(2);
    const places = () =>
      page
        .locator('.way-back button')
        .evaluateAll((buttons) => buttons.map((one) => one.getBoundingClientRect().toJSON()));
    const before = await places();
    await press(page, 'Forget all references');
    await laterBy(page, -5000); // however slow the machine is, the next touch is a finger that bounces
    await press(page, 'Touch again to forget all');
    await laterBy(page, 5000);
    await page.getByRole('button', { name: 'Touch again to forget all' }).waitFor();
    expect(await places()).toEqual(before); // the second touch finds what the first one has found
    expect(learned().n).toBe(2);
    await press(page, 'Undo the last reference');
    await afterABreath(page);
    await press(page, 'Touch again to undo it');
    await page.getByText(/Earlier ones still count/).waitFor();
    expect(learned()).toEqual(good);
    await page.getByRole('button', { name: 'Recalculate history' }).first().waitFor();
    await shoot(page, 'flow', 'undone');
    expect(await axe(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
    await warm.stop();
  });

  it('of two browsers that undo a reference each undoes one, though the answer to one was lost and it asked again', async () => {
    const warm = await stage();
    for (const reference of [18, 19, 20, 21]) warm.station.calibration.calibrate(reference);
    const counted = () => warm.station.watch.models().calibration.n;
    const [unlucky, lucky] = [
      await touching(browser, warm.url, { ...touch, expected: /ERR_FAILED/ }),
      await visit(browser, warm.url, { ...touch, hasTouch: true, size: 'phone', kiosk: false }),
    ];
    let losses = 2;
    await unlucky.page.route('**/api/calibrate/undo', async (route) => {
      if (losses-- <= 0) return route.continue();
      await route.fetch();
      await route.abort();
    });
    const undo = async (page: Page) => {
      await press(page, 'Undo the last reference');
      await afterABreath(page);
      await press(page, 'Touch again to undo it');
    };
    const undone = (page: Page) => page.getByText(/Earlier ones still count/).waitFor();
    const refused = (page: Page) => page.locator('.way-back .refusal').waitFor();
    await undo(unlucky.page);
    await refused(unlucky.page);
    expect(counted()).toBe(3);
    await undo(lucky.page);
    await undone(lucky.page);
    await undo(unlucky.page);
    await refused(unlucky.page);
    await undo(unlucky.page);
    await undone(unlucky.page);
    expect(counted()).toBe(2);
    await Promise.all([unlucky.close(), lucky.close()]);
    await warm.stop();
  });

  it('is where it was after the wall went home and the page was loaded anew', async () => {
    const warm = await stage();
    const { page, go, close } = await visit(browser, warm.url, {
      ...touch,
      hasTouch: true,
      before: (page) => page.clock.install(),
    });
    await press(page, 'It is in place');
    await untilSeen(page, () => page.evaluate(() => location.hash), '#/now');
    await shoot(page, 'flow', 'goes-on');
    const chip = page.getByRole('link', { name: 'Calibrating' });
    expect(await axe(page)).toEqual([]);
    await chip.click();
    await page.getByText('In place for').waitFor();
    await page.reload();
    await page.getByText('In place for').waitFor();
    await press(page, /Enter (the reference|it anyway)/);
    await type(page, '4');
    await go('now');
    await go('models');
    await expect.poll(() => page.locator('output.typed').textContent()).toBe('4');
    await close();
    await warm.stop();
  });

  it('before its first reading says that it connects, and nothing against the sensor', async () => {
    const warm = await stage();
    const { page, close } = await touching(browser, warm.url, {
      ...touch,
      before: (opened) => opened.route('**/api/stream*', () => {}), // asked for, and never answered
    });
    await press(page, 'It is in place');
    await page.getByText('Connecting to the station…').waitFor();
    await expect
      .poll(() => page.getByRole('button', { name: /Enter (the reference|it anyway)/ }).isDisabled())
      .toBe(true);
    await close();
    await warm.stop();
  });

  it('with a dead sensor takes nothing, and does not call it steady', async () => {
    const warm = await stage();
    const { page, close } = await touching(browser, warm.url, { ...touch, before: (opened) => opened.clock.install() });
    await press(page, 'It is in place');
    const goOn = page.getByRole('button', { name: /Enter (the reference|it anyway)/ });
    await expect.poll(() => goOn.isEnabled()).toBe(true);
    warm.freeze();
    await page.clock.runFor(8000); // longer than a sample stays fresh
    await page.getByText('No live reading. Wait for the sensor to answer.').waitFor();
    await expect.poll(() => goOn.isDisabled()).toBe(true);
    await close();
    await warm.stop();
  });

  it('fits the wall and the phone', async () => {
    const warm = await stage();
    const { page, close } = await touching(browser, warm.url, { size: 'wall', view: 'models' });
    const fits = async (step: string, size: Size): Promise<void> => {
      await page.setViewportSize(SIZES[size]);
      await painted(page);
      await shoot(page, `wizard-${step}`, size);
      const sideways = await page.evaluate(() => document.querySelector('.outlet')!.scrollWidth - innerWidth);
      expect(sideways, `${step} on the ${size}`).toBeLessThanOrEqual(0);
    };
    const sizes = ['wall', 'phone'] as const;
    for (const size of sizes) await fits('measure', size);
    await toTheKeypad(page);
    await type(page, '32');
    await press(page, 'Calibrate');
    await page.getByText(/away from the station’s value/).waitFor();
    for (const size of sizes) await fits('doubt', size);
    await close();
    await warm.stop();
  });
});
