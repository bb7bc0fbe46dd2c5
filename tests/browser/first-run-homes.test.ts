import { describe, expect, it } from 'vitest';
import { launch, visit } from './support/browser.ts';
import { answered, calm, digits, inForce, sound, tap, title, touch } from './support/first-run.ts';
import { firstStation } from './support/first-station.ts';
import { axe, shoot } from './support/looks.ts';
import { pinHashOf } from './support/pin-hash.ts';
import { shared } from './support/shared.ts';
import { unwaited } from './support/waits.ts';
import { readOnly } from './support/with-settings.ts';

const [browser] = await shared(launch({ reuse: true }));

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
      if (route.request().method() !== 'PATCH') return route.continue(); // each half a minute the page asks how they stand
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
    await title(page, /Who can/).waitFor();
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
