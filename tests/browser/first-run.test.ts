import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, visit } from './support/browser.ts';
import { answered, calm, digits, inForce, letters, sound, tap, title, touch } from './support/first-run.ts';
import { type FirstStation, firstStation } from './support/first-station.ts';
import { overflow } from './support/looks.ts';
import { shared } from './support/shared.ts';

const [browser] = await shared(launch({ reuse: true }));

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
