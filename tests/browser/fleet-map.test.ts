import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { fakeHub } from '../support/fake-hub.ts';
import { launch } from './support/browser.ts';
import { DESK, fleetPages, PHONE } from './support/fleet-pages.ts';
import { shoot } from './support/looks.ts';
import { shared } from './support/shared.ts';
import { painted, settle, there } from './support/waits.ts';

const [browser, hub] = await shared(launch(), fakeHub(42));
const { open, openFor } = fleetPages(browser, hub);

/** Place of the first of these elements in the window. */
const boxOf = (page: Page, selector: string) =>
  page.evaluate((wanted) => {
    const { x, y, width, height } = document.querySelector(wanted)!.getBoundingClientRect();
    return { x, y, width, height };
  }, selector);

describe('the page of a fleet', () => {
  it('shows health on the map by shapes, not by colour alone', async () => {
    const { page, complaints, close } = await open(hub, 'map');
    await page.getByRole('button', { name: 'Health' }).click();
    await there(page, '.map .dot.is-fault');
    const shapes = await page.evaluate(() =>
      ['ok', 'warn', 'fault'].map((one) => document.querySelector(`.map .dot.is-${one}`)!.getAttribute('d')),
    );
    expect(shapes).not.toContain(null);
    expect(new Set(shapes).size).toBe(3);
    await shoot(page, 'fleet', 'map', 'health');
    expect(complaints).toEqual([]);
    await close();
  });

  it('a map leaves the browser its own keys, and grows with a wheel by how far it turns', async () => {
    const { page, complaints, close } = await open(hub, 'map');
    await there(page, '.map .land[d*="M"]');
    const land = () => page.evaluate(() => document.querySelector('.land')!.getAttribute('d'));
    const before = await land();
    const press = (init: Record<string, string | boolean>) =>
      page.evaluate(
        (given) =>
          !document
            .querySelector('.map')!
            .dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...given })),
        init,
      );
    for (const held of ['altKey', 'ctrlKey', 'metaKey'])
      for (const key of ['-', '+', 'ArrowLeft'])
        expect(await press({ key, [held]: true }), `${held} ${key}`).toBe(false);
    const wheel = async (deltaY: number, held?: 'Control'): Promise<void> => {
      const { x, y, width, height } = await boxOf(page, '.map');
      await page.mouse.move(x + width / 2, y + height / 2);
      if (held) await page.keyboard.down(held);
      await page.mouse.wheel(deltaY === 0 ? 50 : 0, deltaY);
      if (held) await page.keyboard.up(held);
    };
    // A turn sideways is none, and the map shows all stations still, however large it becomes.
    await wheel(0);
    await painted(page);
    expect(await land()).toBe(before);
    await page.setViewportSize(PHONE);
    await expect.poll(land).not.toBe(before);
    await settle(page);
    const small = await land();
    await page.getByRole('button', { name: 'All stations' }).click();
    await painted(page);
    expect(await land()).toBe(small);
    await page.setViewportSize(DESK);
    await expect.poll(land).toBe(before);
    // Ten small turns come to one large one, a pinch of a fifth does, and so does however much a wheel turns at once, with Ctrl or without.
    const turns: [times: number, deltaY: number, held?: 'Control'][] = [
      [10, -10],
      [1, -20, 'Control'],
      [1, -120],
      [1, -800],
      [1, -120, 'Control'],
    ];
    for (const [times, deltaY, held] of turns) {
      for (let i = 0; i < times; i++) await wheel(deltaY, held);
      await expect.poll(land).not.toBe(before);
      await wheel(100);
      await expect.poll(land, { message: `${times} × ${deltaY} ${held}` }).toBe(before);
    }
    expect(await press({ key: '-' })).toBe(true);
    await expect.poll(land).not.toBe(before);
    expect(complaints).toEqual([]);
    await close();
  });

  it('a map that is dragged by a dot moves with it, and follows no link', async () => {
    const { page, complaints, close } = await open(hub, 'map');
    const dot = '.map a:has(.dot.valued) circle';
    const place = () => boxOf(page, dot);
    await there(page, dot);
    await painted(page); // with its own letters, and at the size that leaves the map
    const from = await place();
    const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let i = 1; i <= 10; i++) await page.mouse.move(x + 6 * i, y + 2 * i);
    await page.mouse.up();
    await expect.poll(async () => Math.round((await place()).x - from.x)).toBe(60);
    expect(new URL(page.url()).hash).toBe('#/map');
    const now = await place();
    await page.mouse.click(now.x + now.width / 2, now.y + now.height / 2);
    await page.waitForURL(/#\/station\//);
    expect(complaints).toEqual([]);
    await close();
  });

  it('a map that is pinched grows under the fingers, and jumps neither when one comes nor when one lifts', async () => {
    const { page, complaints, close } = await openFor(hub, 'map', { viewport: PHONE, hasTouch: true });
    await there(page, '.map a:has(.dot)');
    await painted(page); // with its own letters, and at the size that leaves the map
    await page.evaluate(() => document.querySelector('.map')!.scrollIntoView({ block: 'center' }));
    const { x: left, y: top, width, height } = await boxOf(page, '.map');
    const middle = { x: left + width / 2, y: top + height / 2 };
    const centres = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.map a')].map((dot) => {
          const box = dot.querySelector('circle')!.getBoundingClientRect();
          return { href: dot.getAttribute('href')!, x: box.x + box.width / 2, y: box.y + box.height / 2 };
        }),
      );
    const [{ href, ...before }] = (await centres()).sort(
      (a, b) => Math.hypot(a.x - middle.x, a.y - middle.y) - Math.hypot(b.x - middle.x, b.y - middle.y),
    ) as [{ href: string; x: number; y: number }];
    const devtools = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...aside: number[]) =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: aside.map((dx, id) => ({ x: middle.x + dx, y: middle.y, id })),
      });
    /** How far the dot lies from where it lay, enlarged so many times and shifted by so many pixels. */
    const offPx = async (times: number, shiftPx = 0) => {
      const now = (await centres()).find((dot) => dot.href === href)!;
      const wanted = {
        x: middle.x + times * (before.x - middle.x) + shiftPx,
        y: middle.y + times * (before.y - middle.y),
      };
      return Math.hypot(now.x - wanted.x, now.y - wanted.y);
    };
    await touch('touchStart', -60);
    await touch('touchStart', -60, 60);
    await touch('touchMove', -61, 61);
    await expect.poll(() => offPx(61 / 60)).toBeLessThan(1.5);
    for (const px of [80, 100, 120]) await touch('touchMove', -px, px);
    await expect.poll(() => offPx(2)).toBeLessThan(1.5);
    const lifted = { x: middle.x + 120, y: middle.y, id: 1 };
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [lifted] });
    await touch('touchMove', -110);
    await expect.poll(() => offPx(2, 10)).toBeLessThan(1.5);
    await touch('touchEnd');
    expect(new URL(page.url()).hash).toBe('#/map');
    expect(complaints).toEqual([]);
    await close();
  });
});
