import { describe, expect, it } from 'vitest';
import { launch, visit } from './support/browser.ts';
import { axe, shoot } from './support/looks.ts';
import { shared } from './support/shared.ts';
import { AFTERNOON_S, stage } from './support/stage.ts';
import { settle, until } from './support/waits.ts';
import { listening, stopClock, themeOf, untilSeen, untouchedFromNow } from './support/wall.ts';

const MIDNIGHT_S = AFTERNOON_S + 9 * 3600;

const [browser, night] = await shared(launch(), stage({ startS: MIDNIGHT_S }));

describe('the panel on the wall', () => {
  it('returns to Now after a minute without a touch, and hides its cursor', async () => {
    const { page, close } = await visit(browser, night.url, {
      kiosk: true,
      view: 'nerd',
      before: (page) => page.clock.install(),
    });
    expect(await page.evaluate(() => getComputedStyle(document.body).cursor)).toBe('none');
    await untouchedFromNow(page);
    await page.clock.runFor(50_000);
    expect(await page.evaluate(() => location.hash)).toBe('#/nerd');
    await page.clock.runFor(15_000);
    expect(await page.evaluate(() => location.hash)).toBe('#/now');
    await close();
  });

  it('dims after dark, and the first touch only wakes it', async () => {
    const { page, close } = await visit(browser, night.url, {
      kiosk: true,
      hasTouch: true,
      theme: 'auto',
      before: (page) => page.clock.install(),
    });
    await until(page, () => document.querySelector('.sun') !== null);
    await untilSeen(page, () => themeOf(page), 'dim');
    await settle(page);
    await shoot(page, 'now', 'panel', 'dim');
    expect(await axe(page)).toEqual([]);
    const { x, y, width, height } = (await page
      .getByRole('button', { name: 'Yes', includeHidden: true })
      .boundingBox())!;
    await page.touchscreen.tap(x + width / 2, y + height / 2);
    await expect.poll(() => themeOf(page)).toBe('night');
    await page.locator('.wake').waitFor({ state: 'detached' });
    expect(night.station.rain.precipitation()?.strong_labels).toBe(0);
    await page.touchscreen.tap(x + width / 2, y + height / 2);
    await page.getByRole('button', { name: /Undo/ }).waitFor();
    expect(night.station.rain.precipitation()?.strong_labels).toBe(1);
    await close();
  });

  it('that begins anew at night is dim from its first moment: neither other colours nor a pointer is seen', async () => {
    let release: () => void = () => undefined;
    let isHeld = false;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { page, close } = await visit(browser, night.url, {
      kiosk: true,
      layout: 'auto',
      theme: 'auto',
      before: async (page) => {
        await page.clock.install();
        await page.route(/views-[^/]*\.css/, (route) =>
          (isHeld ? released : Promise.resolve()).then(() => route.continue()),
        );
      },
    });
    await until(page, () => document.querySelector('.sun') !== null);
    await untilSeen(page, () => themeOf(page), 'dim');
    await page.addInitScript(() => {
      const worn = new Set<string | undefined>();
      (window as unknown as { worn: unknown }).worn = worn;
      new MutationObserver(() => worn.add(document.documentElement?.dataset['theme'])).observe(document, {
        attributes: true,
        subtree: true,
        attributeFilter: ['data-theme'],
      });
    });
    isHeld = true;
    await page.reload();
    await page.locator('.sun').waitFor({ state: 'attached' });
    const seen = () =>
      page.evaluate(() => {
        const style = (e: Element) => getComputedStyle(e);
        return {
          ground: style(document.body).backgroundColor,
          cursor: style(document.body).cursor,
          shell: style(document.querySelector('.shell')!).visibility,
          muted: style(document.documentElement).getPropertyValue('--muted'),
        };
      });
    expect(await seen()).toMatchObject({ ground: 'rgb(8, 4, 2)', cursor: 'none', shell: 'hidden' });
    release();
    await page.locator('.far').waitFor();
    await settle(page);
    expect(await seen()).toEqual({ ground: 'rgb(8, 4, 2)', cursor: 'none', shell: 'visible', muted: '#b79371' });
    expect(await page.evaluate(() => [...(window as unknown as { worn: Set<string> }).worn])).toEqual(['dim']);
    await page.mouse.click(400, 240);
    await expect.poll(() => themeOf(page)).toBe('night');
    await close();
  });

  it('that slept and finds no station is black for seconds, and then says so in its dim colours', async () => {
    const { page, close } = await visit(browser, night.url, {
      kiosk: true,
      layout: 'auto',
      theme: 'auto',
      before: async (page) => {
        await page.clock.install();
        await page.addInitScript(() => {
          localStorage.setItem('weatherglass.worn', 'dim');
          // Told by the page: a busy machine looks for the first time after those seconds.
          new MutationObserver((_, self) => {
            if (!document.querySelector('.wake.black')) return;
            Object.assign(window, { wasBlack: true });
            self.disconnect();
          }).observe(document, { subtree: true, childList: true });
        });
        await page.route('**/api/**', (route) => route.abort());
      },
    });
    await until(page, () => 'wasBlack' in window);
    await page.clock.runFor(6_000);
    await page.locator('.wake:not(.black)').waitFor({ state: 'attached' });
    expect(await themeOf(page)).toBe('dim');
    await close();
  });

  it('lets the patient leave: five seconds in the corner, then a question', async () => {
    const { page, close } = await visit(browser, night.url, { kiosk: true, before: (page) => page.clock.install() });
    await listening(page);
    await stopClock(page);
    await page.mouse.move(795, 5);
    await page.mouse.down();
    await page.clock.runFor(4000);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.clock.runFor(1500);
    await page.mouse.up();
    await page.clock.resume();
    expect(await page.getByRole('link', { name: 'Leave' }).getAttribute('href')).toBe('/kiosk/quit');
    await shoot(page, 'leave', 'panel');
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Stay' }).click();
    await until(page, () => !document.querySelector('dialog'));
    await close();
  });

  it('in Chromium is a wall by the settings, without the way out that only Electron’s window has', async () => {
    const own = await stage({ startS: MIDNIGHT_S });
    const changed = await fetch(`${own.url}/api/settings`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ 'kiosk.layout': 'distance', 'kiosk.hide_cursor': false }),
    });
    expect(changed.status).toBe(200);
    const { page, complaints, close } = await visit(browser, own.url, {
      kiosk: '?kiosk=1',
      layout: 'distance',
      before: (page) => page.clock.install(),
    });
    await listening(page);
    expect(await page.evaluate(() => getComputedStyle(document.body).cursor)).toBe('auto');
    await page.mouse.click(400, 240);
    await page.locator('.far').waitFor({ state: 'detached' });
    await page.evaluate(() => {
      location.hash = '#/alarms';
    });
    await until(page, () => document.querySelector('.alarm-list') !== null);
    expect(await page.evaluate(() => [document.body.offsetWidth, getComputedStyle(document.body).cursor])).toEqual([
      800,
      'auto',
    ]);
    await stopClock(page);
    await page.mouse.move(795, 5);
    await page.mouse.down();
    await page.clock.runFor(6000);
    await page.mouse.up();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
    await own.stop();
  });
});
