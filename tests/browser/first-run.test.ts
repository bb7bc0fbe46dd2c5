import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Status } from '../../src/contract/status.ts';
import { share } from '../support/share.ts';
import { axe, launch, overflow, shoot, unwaited, visit } from './support/browser.ts';
import { type FirstStation, firstStation } from './support/first-station.ts';
import { pinHashOf } from './support/pin-hash.ts';
import { shared } from './support/shared.ts';
import { readOnly } from './support/with-settings.ts';

const [browser] = await shared(launch({ reuse: true }));

const touch = { hasTouch: true } as const;
/** A finger that never taps twice: the moment after each step in which nothing is answered is over at once. */
const calm = { ...touch, before: (page: Page) => unwaited(page, 200) } as const;
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const tap = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).tap();
const letters = async (page: Page, text: string): Promise<void> => {
  for (const letter of text) await page.locator('.keyboard').getByRole('button', { name: letter, exact: true }).tap();
};
const digits = async (page: Page, text: string): Promise<void> => {
  for (const key of text) await page.locator('.keypad').getByRole('button', { name: key, exact: true }).tap();
};

/** The station answers again, and what was saved is in force: it begins anew for that, and for a moment nobody answers. */
const inForce = (page: Page, of: (status: Status) => boolean): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const answer = await fetch('/api/status').catch(() => null);
        return answer?.ok ? ((await answer.json()) as Status) : null;
      }),
    )
    .toSatisfy((status: Status | null) => status !== null && of(status));

/** The steps that are looked at, on which screen. */
const STEPS = {
  panel: [
    ...(['language', 'search', 'place', 'units', 'height', 'name', 'access', 'phone', 'sensors', 'done'] as const),
    'read-only',
  ],
  phone: ['coordinates-refused', 'coordinates', 'place', 'height', 'access', 'access-protected', 'sensors'],
} as const;
type Screen = keyof typeof STEPS;
type Step = (typeof STEPS)[Screen][number];
const seenByAxe = new Set(
  share(
    'steps of the first run that axe looks at',
    (Object.keys(STEPS) as Screen[]).flatMap((size) => STEPS[size].map((step) => ({ size, step }))),
    ({ size, step }) => [`on a ${size}`, step.replace(/-(refused|protected)$/, '')],
  ).map(({ size, step }) => `${step} on a ${size}`),
);

/** Nothing is wrong with a step: it fits, names everything, and is read in both themes. */
async function sound(page: Page, size: Screen, step: Step): Promise<void> {
  await shoot(page, 'first', step, size);
  if (seenByAxe.has(`${step} on a ${size}`)) expect(await axe(page), step).toEqual([]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wide, step).toBeLessThanOrEqual(0);
  const small = await page
    .locator('.first-run button:visible')
    .evaluateAll((all) =>
      (all as HTMLElement[]).filter((b) => Math.min(b.offsetWidth, b.offsetHeight) < 44).map((b) => b.textContent),
    );
  expect(small, step).toEqual([]);
}

/** From the first step to the one that asks who may change things, by finger alone. `look`: at each step, with answers that are corrected. */
async function answered(page: Page, size: Screen, look = true): Promise<void> {
  const check = (step: Step) => (look ? sound(page, size, step) : Promise.resolve());
  await title(page, /language|Where/).waitFor();
  if (await title(page, /language/).count()) {
    await check('language');
    await tap(page, 'Next');
  }
  await title(page, /Where is your/).waitFor();
  await page.getByRole('searchbox').tap();
  if (size === 'panel') await letters(page, 'munch');
  else await page.keyboard.type('muench');
  await page.getByRole('button', { name: /^Munich/ }).waitFor();
  await check('search');
  await tap(page, /^Munich/);
  await page.getByText('Europe/Berlin').waitFor();
  await check('place');
  await tap(page, 'Next');
  await title(page, /units/).waitFor();
  await check('units');
  await tap(page, 'Next');
  await title(page, /elevation/).waitFor();
  await check('height');
  if (look) {
    for (let i = 0; i < 3; i++) await tap(page, 'Delete the last digit');
    await digits(page, '530');
    await tap(page, 'Outdoors');
    await tap(page, 'Next');
    await title(page, /name/).waitFor();
    await tap(page, 'Back');
    await title(page, /elevation/).waitFor();
    await tap(page, 'Back');
    await tap(page, /°F/);
    await tap(page, 'Next');
    await title(page, /elevation/).waitFor();
    await expect.poll(() => page.locator('.typed').textContent()).toBe('1739'); // the same height, as those units have it
  }
  await tap(page, 'Next');
  await title(page, /name/).waitFor();
  if (look) {
    expect(await page.getByRole('textbox').getAttribute('maxlength')).toBe('40');
    await tap(page, 'Balcony');
    await check('name');
  }
  await tap(page, 'Next');
  await title(page, /Who can/).waitFor();
}

describe('the first run', () => {
  let station: FirstStation;
  beforeAll(async () => {
    station = await firstStation();
  });
  afterAll(() => station?.stop());

  it('takes two quick taps for one: no step is passed over, and a chosen town stays in sight', async () => {
    const { page, close } = await visit(browser, station.url, {
      kiosk: true,
      ...touch,
      // The moment in which nothing is answered lasts until the second tap has come: that of a busy machine is late.
      before: (page) =>
        page.addInitScript(() => {
          const real = window.setTimeout;
          const ended: (() => void)[] = [];
          const slow = (work: () => void, ms?: number) =>
            ms === 200 && mine.isTapping ? ended.push(work) : real(work, ms);
          const mine = { isTapping: false, end: () => ended.splice(0).map((work) => work()) };
          Object.assign(window, { setTimeout: slow, mine });
        }),
    });
    const twice = async (name: string | RegExp): Promise<void> => {
      const { x, y, width, height } = (await page.getByRole('button', { name }).boundingBox())!;
      await page.evaluate('mine.isTapping = true');
      for (let i = 0; i < 2; i += 1) await page.touchscreen.tap(x + width / 2, y + height / 2);
      await page.evaluate('void (mine.isTapping = false, mine.end())');
    };
    await title(page, /language/).waitFor();
    await tap(page, 'Next');
    await page.getByRole('searchbox').tap();
    await letters(page, 'munch');
    await page.getByRole('button', { name: /^Munich/ }).waitFor();
    await twice(/^Munich/);
    await page.getByText('Europe/Berlin').waitFor();
    await page.locator('.keyboard').waitFor({ state: 'detached' });
    await tap(page, 'Back');
    await title(page, /language/).waitFor();
    await page.locator('.first-run:not(.still)').waitFor();
    await twice('Next');
    await page.locator('.first-run:not(.still)').waitFor();
    await title(page, /Where is your/).waitFor();
    await close();
  });

  it('follows the Back key that is pressed in the very moment a step appears', async () => {
    const { page, close } = await visit(browser, station.url, {
      size: 'phone',
      ...touch,
      before: (page) =>
        page.addInitScript(() => {
          const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
          let isPressed = loaded!.type !== 'reload';
          const press = (): void => {
            if (isPressed || !/Where/.test(document.querySelector('h1')?.textContent ?? '')) return;
            isPressed = true;
            history.back();
          };
          new MutationObserver(press).observe(document, { childList: true, subtree: true });
        }),
    });
    await title(page, /language/).waitFor();
    await tap(page, 'Next');
    await title(page, /Where is your/).waitFor();
    await page.reload();
    await title(page, /language/).waitFor();
    await close();
  });

  it('is answered on the wall by finger alone, is taken up by the station, and asks nobody again', async () => {
    const { page, complaints, close } = await visit(browser, station.url, {
      kiosk: true,
      ...calm,
      expected: /status of (503|502)|ERR_CONNECTION/,
    });
    await answered(page, 'panel');
    await page.reload();
    await title(page, /Who can/).waitFor(); // where it was
    expect(station.file()).toBe('');
    await tap(page, /with the PIN/);
    await digits(page, '0421');
    const save = page.getByRole('button', { name: 'Save' });
    await expect.poll(() => save.isDisabled(), { message: 'a PIN is typed twice' }).toBe(true);
    // A strong button that waits does not look as if it could be pressed.
    const ground = () => save.evaluate((one) => getComputedStyle(one).backgroundColor);
    expect(await ground()).toBe('rgba(0, 0, 0, 0)');
    await tap(page, 'Type it again');
    await digits(page, '0422');
    await page.getByText('The two are not the same').waitFor();
    await digits(page, '0421');
    await sound(page, 'panel', 'access');
    await tap(page, 'Type it again');
    await digits(page, '0421');
    await page.getByText('Both are the same').waitFor();
    await expect.poll(ground).not.toBe('rgba(0, 0, 0, 0)');
    await tap(page, 'Save');
    await title(page, /phone/).waitFor();
    await page.locator('.qr, .first-run .body p').first().waitFor();
    await sound(page, 'panel', 'phone');
    const file = station.file();
    for (const line of [
      'latitude: 48.14',
      'altitude_m: 530',
      'timezone: Europe/Berlin',
      'indoors: false',
      'units: imperial',
      'name: Balcony',
      'writes: pin',
    ])
      expect(file).toContain(line);
    expect(file.replace(/scrypt\S+/, '')).not.toContain('0421'); // a hash may have any four letters in a row
    await inForce(page, ({ site }) => site.units === 'imperial');
    // Somebody else opens the page meanwhile: nothing is asked there.
    const guest = await visit(browser, station.url, { expected: /503|ERR_CONNECTION/ });
    await guest.page.locator('.hero-number').waitFor();
    expect(await guest.page.locator('.first-run, .first-card').count()).toBe(0);
    await guest.close();
    await page.reload();
    await title(page, /phone/).waitFor();
    await tap(page, 'Next');
    await page.locator('.verdict').waitFor();
    await sound(page, 'panel', 'sensors');
    await tap(page, 'Next');
    await title(page, /All set/).waitFor();
    await sound(page, 'panel', 'done');
    await tap(page, 'Open the dashboard');
    await page.locator('.hero-number').waitFor();
    await page.reload();
    await page.locator('.hero-number').waitFor();
    await page.waitForFunction(() => localStorage.getItem('weatherglass.first-run') === null);
    await expect.poll(() => overflow(page)).toEqual({ sideways: 0, down: 0 });
    expect(complaints).toEqual([]);
    await close();
  });
});

describe('the first run in other homes', () => {
  const closed = { expected: /status of (401|409|412|503)|ERR_CONNECTION/ };

  it('is answered on a telephone in another language, with a step back and a file that changed meanwhile', async () => {
    const station = await firstStation();
    const { page, complaints, close } = await visit(browser, station.url, { size: 'phone', ...calm, ...closed });
    await title(page, /language/).waitFor();
    await tap(page, 'Deutsch');
    await page.waitForFunction(
      () => document.documentElement.lang.startsWith('de') && document.querySelector('.first-run'),
    );
    await tap(page, /Zurück|Back/);
    await tap(page, /^English$/);
    await page.waitForFunction(
      () => document.documentElement.lang.startsWith('en') && document.querySelector('.first-run'),
    );
    await page.getByRole('button', { name: /coordinates/ }).tap();
    await digits(page, '91');
    await page.getByRole('alert').getByText('Enter 0 to 90').waitFor();
    await sound(page, 'phone', 'coordinates-refused');
    for (let i = 0; i < 2; i++) await tap(page, 'Delete the last digit');
    await digits(page, '33.45');
    await tap(page, 'South');
    await tap(page, /^Longitude/);
    await digits(page, '70.66');
    await tap(page, 'West');
    await sound(page, 'phone', 'coordinates');
    await tap(page, 'Use this point');
    await page.getByText('America/Santiago').waitFor();
    await sound(page, 'phone', 'place');
    await tap(page, 'Next');
    await title(page, /units/).waitFor();
    await tap(page, /°F/);
    await tap(page, 'Next');
    await title(page, /elevation/).waitFor();
    await sound(page, 'phone', 'height');
    await page.goBack(); // the telephone's own key
    await title(page, /units/).waitFor();
    await tap(page, 'Back');
    await title(page, /Where is your/).waitFor();
    await page.goForward();
    await title(page, /units/).waitFor();
    await page.reload();
    await title(page, /units/).waitFor();
    await page.goBack();
    await page.getByText('America/Santiago').waitFor();
    await tap(page, 'Next');
    await title(page, /units/).waitFor();
    await tap(page, 'Next');
    await title(page, /elevation/).waitFor();
    await tap(page, 'Next');
    await title(page, /name/).waitFor();
    await tap(page, 'Next');
    await title(page, /Who can/).waitFor();
    await page.route('**/api/settings', async (route) => {
      await route.continue({ headers: { ...route.request().headers(), 'if-match': '"another"' } });
      await page.unroute('**/api/settings');
    });
    await tap(page, 'Save');
    await page.getByRole('alert').filter({ hasText: 'meanwhile' }).waitFor();
    await sound(page, 'phone', 'access');
    await tap(page, 'Save');
    await title(page, /phone/).waitFor();
    expect(station.file()).toMatch(/language: en[\s\S]*latitude: -33.45[\s\S]*longitude: -70.66/);
    await tap(page, 'Next');
    await page.locator('.verdict').waitFor();
    await sound(page, 'phone', 'sensors');
    // What was answered counts from the next screen on; the page's own look at the station comes every half a minute.
    await expect.poll(() => page.locator('.signals').textContent()).toMatch(/\d\u202f°F/);
    await page.goBack();
    await title(page, /phone/).waitFor();
    await page.goBack(); // what is saved is not asked again
    await page.locator('.hero-number').waitFor();
    await page.waitForFunction(() => history.state?.first?.depth === 0); // the steps are no way back into nowhere
    expect(complaints).toEqual([]);
    await close();
    await station.stop();
  });

  it('waits where it is for a save whose answer is lost, and shows what follows once it is saved', async () => {
    const station = await firstStation();
    const { page, close } = await visit(browser, station.url, {
      size: 'phone',
      ...calm,
      expected: /status of (412|502|503)|ERR_/,
    });
    await answered(page, 'phone', false);
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/settings', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      await answer.promise;
      await route.fetch();
      return route.abort('connectionreset');
    });
    await tap(page, 'Save');
    await expect.poll(() => page.getByRole('button', { name: 'Back' }).isDisabled()).toBe(true);
    answer.resolve();
    await page.getByRole('alert').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await inForce(page, (status) => !status.first_run);
    await page.reload();
    await title(page, /Who can/).waitFor({ timeout: 60_000 });
    await tap(page, 'Save');
    await title(page, /phone/).waitFor();
    await close();
    await station.stop();
  });

  it('comes as a card to the guests of a protected station, and asks for the PIN only when it saves', async () => {
    const pin = '01234';
    const guarded = { WEATHERGLASS_ACCESS__WRITES: 'pin', WEATHERGLASS_ACCESS__PIN_HASH: pinHashOf(pin) };
    const station = await firstStation(guarded);
    const { page, close } = await visit(browser, station.url, { size: 'phone', ...calm, ...closed });
    await page.locator('.first-card').waitFor();
    await page.locator('.hero-number').waitFor();
    await shoot(page, 'first', 'card', 'phone');
    expect(await axe(page)).toEqual([]);
    await tap(page, 'Not now');
    await page.reload();
    await page.locator('.hero-number').waitFor();
    expect(await page.locator('.first-card').count()).toBe(0);
    await page.evaluate(() => localStorage.removeItem('weatherglass.first-run'));
    await page.reload();
    await tap(page, 'Set up');
    await answered(page, 'phone', false);
    await sound(page, 'phone', 'access-protected');
    await tap(page, 'Save');
    await page.getByRole('dialog', { name: /PIN/ }).waitFor();
    await digits(page, pin);
    await page.getByRole('dialog').getByRole('button', { name: 'Enter', exact: true }).tap();
    await title(page, /phone/).waitFor();
    expect(station.file()).toContain('latitude: 48.14');
    expect(station.file()).not.toContain('access');
    await close();
    await station.stop();
  });

  it('says that a file cannot be written, and with what lines; what is skipped for good is skipped for everybody', async () => {
    const station = await firstStation();
    const { page, close } = await visit(browser, station.url, {
      kiosk: true,
      ...touch,
      ...closed,
      before: (one) => Promise.all([unwaited(one, 200), readOnly(one)]),
    });
    await answered(page, 'panel', false);
    await page.getByText('cannot write its settings file').waitFor();
    await expect.poll(() => page.locator('.lines').textContent()).toContain('latitude: 48.14');
    await sound(page, 'panel', 'read-only');
    await tap(page, 'Continue without saving');
    await title(page, /phone/).waitFor();
    await tap(page, 'Close');
    await page.locator('.hero-number').waitFor();
    // A page that goes away takes along the answer that a handler is just reading.
    await page.unrouteAll({ behavior: 'wait' });
    await readOnly(page);
    await page.reload();
    await page.locator('.hero-number').waitFor();
    expect(await page.locator('.first-run').count()).toBe(0);
    expect(station.file()).toBe('');
    await page.unrouteAll({ behavior: 'wait' });
    await close();

    const other = await visit(browser, station.url, { ...calm, ...closed });
    await tap(other.page, 'Skip');
    await shoot(other.page, 'first', 'skip', 'panel');
    expect(await axe(other.page)).toEqual([]);
    await tap(other.page, 'Don’t ask again');
    await other.page.locator('.hero-number').waitFor();
    expect(station.file()).toContain('name: Weatherglass');
    await inForce(other.page, (status) => !status.first_run);
    await other.close();
    await station.stop();
  });
});
