import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { launch, SIZES, type VisitOptions, visit } from './support/browser.ts';
import { axe, shoot } from './support/looks.ts';
import { pinHashOf } from './support/pin-hash.ts';
import { shared } from './support/shared.ts';
import { stage } from './support/stage.ts';
import { painted, until } from './support/waits.ts';

const PIN = '01234';
const pinHash = pinHashOf(PIN);
const [browser] = await shared(launch({ reuse: true }));

/** A station that asks for a PIN with a zero in front, and one visitor. */
async function guarded(options: VisitOptions = {}) {
  const station = await stage({ settings: { writes: { mode: 'pin', pinHash } } });
  const visitor = await visit(browser, station.url, { expected: /status of (401|429)/, ...options });
  const tried: Array<string | undefined> = [];
  visitor.page.on('request', (request) => {
    if (request.method() !== 'GET') tried.push(request.headers()['x-weatherglass-pin']);
  });
  return {
    ...visitor,
    ...station,
    tried,
    labels: () => station.station.rain.precipitation()?.strong_labels,
    async end() {
      expect(visitor.complaints).toEqual([]);
      await visitor.close();
      await station.stop();
    },
  };
}
const tap = async (page: Page, digits: string): Promise<void> => {
  for (const key of digits)
    await page.locator('dialog .keypad').getByRole('button', { name: key, exact: true }).click();
};
const dialog = (page: Page) => page.getByRole('dialog', { name: /PIN/ });

describe('the PIN', () => {
  it('is asked for in words, entered by touch with its zero in front, and a wrong one is told', async () => {
    const { page, tried, labels, end } = await guarded({ kiosk: true, hasTouch: true });
    await page.getByRole('button', { name: 'Yes' }).tap();
    await dialog(page).waitFor();
    await shoot(page, 'flow', 'pin');
    expect(await axe(page)).toEqual([]);
    await tap(page, '1111');
    await page.getByRole('button', { name: 'Enter', exact: true }).tap();
    await page.getByRole('alert').filter({ hasText: 'Wrong PIN' }).waitFor();
    await shoot(page, 'flow', 'pin-wrong');
    await tap(page, PIN);
    await page.getByRole('button', { name: 'Enter', exact: true }).tap();
    await page.getByRole('button', { name: /Undo/ }).waitFor();
    expect(tried).toEqual([undefined, '1111', PIN]);
    expect(labels()).toBe(1);
    await end();
  });

  it('is typed on a keyboard: Enter enters, and enters nothing while there is too little', async () => {
    const { page, tried, labels, end } = await guarded({ size: 'wall' });
    await page.getByRole('button', { name: 'Yes' }).click();
    await dialog(page).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('012');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('dialog output').textContent()).toBe('•••');
    expect(tried).toEqual([undefined]);
    await page.keyboard.type('34');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /Undo/ }).waitFor();
    expect(tried).toEqual([undefined, PIN]);
    expect(labels()).toBe(1);
    await end();
  });

  it('stays asked for, busy, until the station has judged it, a wrong one too', async () => {
    const { page, end } = await guarded({ size: 'wall' });
    let judged = Promise.withResolvers<void>();
    await page.route('**/api/label', async (route) => {
      if ('x-weatherglass-pin' in route.request().headers()) await judged.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Yes' }).click();
    await dialog(page).waitFor();
    const enter = page.getByRole('button', { name: 'Enter', exact: true });
    const wrong = page.getByRole('alert').filter({ hasText: 'Wrong PIN' });
    for (const pin of ['1111', PIN]) {
      await page.keyboard.type(pin);
      await page.keyboard.press('Enter');
      await expect.poll(() => enter.getAttribute('aria-disabled')).toBe('true');
      await page.keyboard.type('5'); // nothing is typed meanwhile, and nothing taken away
      await page.keyboard.press('Backspace');
      expect(await dialog(page).locator('output').textContent()).toBe('•'.repeat(pin.length));
      expect(await wrong.count()).toBe(0);
      judged.resolve();
      judged = Promise.withResolvers();
      await (pin === PIN ? dialog(page).waitFor({ state: 'detached' }) : wrong.waitFor());
    }
    await page.getByRole('button', { name: /Undo/ }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await end();
  });

  it('may be given up while it is judged: the change is taken back, and nothing is asked or told any more', async () => {
    const { page, end } = await guarded({ size: 'wall' });
    await page.route('**/api/label', (route) =>
      // One with a PIN is never answered.
      'x-weatherglass-pin' in route.request().headers() ? undefined : route.continue(),
    );
    const wet = page.getByRole('button', { name: 'Yes' });
    for (const giveUp of [
      () => page.getByRole('button', { name: 'Cancel' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await wet.click();
      await dialog(page).waitFor();
      await page.keyboard.type('1111');
      const sent = page.waitForRequest((request) => 'x-weatherglass-pin' in request.headers());
      await page.keyboard.press('Enter');
      const taken = await sent;
      const gone = page.waitForEvent('requestfailed', (request) => request === taken);
      await giveUp();
      await gone;
      await dialog(page).waitFor({ state: 'detached' });
      await expect.poll(() => wet.getAttribute('aria-pressed')).toBe('false');
    }
    expect(await page.locator('.observe .refusal').count()).toBe(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await end();
  });

  it('may be left out: nothing happens and nothing is blamed, and the next touch asks again', async () => {
    const { page, tried, end } = await guarded();
    const wet = page.getByRole('button', { name: 'Yes' });
    await wet.click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await wet.waitFor();
    expect(await page.locator('.rain-panel').textContent()).not.toMatch(/X-Weatherglass-Pin|refused/);
    await wet.click();
    await dialog(page).waitFor();
    await page.keyboard.press('Escape');
    await wet.click();
    await dialog(page).waitFor();
    expect(tried).toEqual([undefined, undefined, undefined]);
    await end();
  });

  it('typed over a calibration does not run into the reference below it', async () => {
    const { page, end } = await guarded({ size: 'wall', view: 'models' });
    await page.getByRole('button', { name: 'It is in place' }).click();
    await page.getByRole('button', { name: /Enter (the reference|it anyway)/ }).click();
    const below = page.locator('.enter output.typed');
    const shown = Math.round(
      Number((await page.locator('.enter .facts dd').first().textContent())!.replace(/[^\d.]/g, '')),
    );
    await page.keyboard.type(String(shown));
    await page.getByRole('button', { name: 'Calibrate', exact: true }).click();
    await dialog(page).waitFor();
    await page.keyboard.type('98765');
    expect(await below.textContent()).toBe(String(shown));
    await expect.poll(() => page.locator('dialog output').textContent()).toBe('•••••');
    await end();
  });

  it('is asked for once when two changes need it, and both happen', async () => {
    const { page, station, end } = await guarded({ size: 'wall', view: 'models' });
    await page.getByRole('button', { name: 'Train now' }).click();
    await dialog(page).waitFor();
    // Nothing is under way while it asks.
    expect(await page.locator('.job').count()).toBe(0);
    // The dialog lies over the page; a second change was on its way already.
    await page.evaluate(() =>
      [...document.querySelectorAll('button')].find((b) => b.textContent === 'Score forecasts now')!.click(),
    );
    await page.keyboard.type(PIN);
    await page.keyboard.press('Enter');
    await page
      .getByText(/Trained on .* pairs/)
      .first()
      .waitFor();
    await page.getByText(/Forecasts scored/).waitFor();
    expect(station.watch.events(20).map((event) => event.kind)).toContain('train');
    await end();
  });

  it('has its keys in the order of a telephone, wider than a thumb and all in sight on the panel, the wall and two phones', async () => {
    const { page, end } = await guarded();
    await page.getByRole('button', { name: 'Yes' }).click();
    await dialog(page).waitFor();
    const sizes = { panel: SIZES.panel, wall: SIZES.wall, phone: SIZES.phone, small: { width: 320, height: 568 } };
    for (const [size, pixels] of Object.entries(sizes)) {
      await page.setViewportSize(pixels);
      await painted(page);
      await shoot(page, 'pin', size);
      const keys = await page
        .locator('dialog .key')
        .evaluateAll((all) => all.map((key) => ({ text: key.textContent!, ...key.getBoundingClientRect().toJSON() })));
      const at = (text: string) => keys.find((key) => key.text === text)!;
      expect(at('1').y, size).toBeLessThan(at('7').y);
      for (const key of keys) {
        expect(key.width, `${key.text} on ${size}`).toBeGreaterThanOrEqual(56);
        expect(key.height, `${key.text} on ${size}`).toBeGreaterThanOrEqual(48);
      }
      const { height, width } = page.viewportSize()!;
      for (const key of [...keys, await page.getByRole('button', { name: 'Enter', exact: true }).boundingBox()]) {
        expect(key!.y + key!.height, size).toBeLessThanOrEqual(height);
        expect(key!.x + key!.width, size).toBeLessThanOrEqual(width);
      }
    }
    await end();
  });

  it('says for which view it is asked where the reader has gone to another meanwhile, a wrong one too', async () => {
    const { page, go, tried, labels, end } = await guarded();
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/label', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Yes' }).click();
    await go('history');
    answer.resolve();
    for (const pin of ['1111', PIN]) {
      if (pin === PIN) await page.getByRole('alert').filter({ hasText: 'Wrong PIN' }).waitFor();
      await dialog(page).getByText('Now', { exact: true }).waitFor({ timeout: 60_000 });
      await tap(page, pin);
      await page.getByRole('button', { name: 'Enter', exact: true }).click();
    }
    await expect.poll(labels).toBe(1);
    expect(tried).toEqual([undefined, '1111', PIN]);
    await page.unrouteAll({ behavior: 'wait' });
    await end();
  });

  it('is closed by the browser’s Back, as the station’s sheet is, and the view stays', async () => {
    const { page, go, tried, end } = await guarded({ view: 'forecast' });
    await go('now');
    const devtools = await page.context().newCDPSession(page);
    /** As a hand presses it; `page.goBack` would wait for the view before. */
    const back = async (): Promise<void> => {
      const { entries, currentIndex } = await devtools.send('Page.getNavigationHistory');
      await devtools.send('Page.navigateToHistoryEntry', { entryId: entries[currentIndex - 1]!.id });
    };
    const station = page.getByRole('dialog', { name: 'Station' });
    for (const [opener, over] of [
      [page.getByRole('button', { name: 'Yes' }), dialog(page)],
      [page.locator('.status-button'), station],
    ] as const) {
      await opener.click();
      await over.waitFor();
      await back();
      await over.waitFor({ state: 'detached' });
      expect(await page.locator('.outlet').getAttribute('data-view')).toBe('now');
    }
    expect(tried).toEqual([undefined]);
    await back();
    await page.locator('.outlet[data-view=forecast]').waitFor();
    await devtools.detach();
    await end();
  });

  it('gives the focus back to where it was', async () => {
    const { page, end } = await guarded({ size: 'wall' });
    const no = page.getByRole('button', { name: 'No' });
    await expect.poll(() => no.isEnabled()).toBe(true); // one that is not takes no focus
    await no.focus();
    await page.keyboard.press('Enter');
    await dialog(page).waitFor();
    await page.keyboard.press('Escape');
    await until(page, () => !document.querySelector('dialog'));
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('No');
    await end();
  });
});
