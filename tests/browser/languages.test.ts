import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Care } from '../../src/contract/care.ts';
import { launch, type Visitor, visit } from './support/browser.ts';
import { shared } from './support/shared.ts';
import { AFTERNOON_S, SITE, stage } from './support/stage.ts';
import { says, settle, shown, until } from './support/waits.ts';

const [browser, station] = await shared(launch({ reuse: true }), stage());

const spoken = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { lang, dir } = document.documentElement;
    return [lang, dir, document.querySelector('.rail a')!.textContent!];
  });

/** Words in sight of the first of these elements. */
const read = (page: Page, selector: string): Promise<string> =>
  page.evaluate((wanted) => document.querySelector<HTMLElement>(wanted)!.innerText.replaceAll(/\s+/g, ' '), selector);

describe('the page speaks', () => {
  it.each([
    ['as its browser', 'de-AT', {}, ['de-AT', 'ltr', 'Jetzt']],
    ['English where the browser likes nothing it knows', 'fi-FI', {}, ['en', 'ltr', 'Now']],
    ['on the wall as its station, not as the computer there', 'de-DE', { kiosk: true }, ['en', 'ltr', 'Now']],
  ])('%s', async (_name, locale, options, expected) => {
    const { page, complaints, close } = await visit(browser, station.url, { ...(locale && { locale }), ...options });
    expect(await spoken(page)).toEqual(expected);
    expect(complaints).toEqual([]);
    await close();
  });

  it.each([
    ['24 hours and the day first in Britain', 'en-GB', {}, /Saturday 21 November, 15:\d\d sun sets 16:44/],
    [
      '12 hours and the month first in the United States',
      'en-US',
      {},
      /Saturday, November 21, 3:\d\d PM sun sets 4:44 PM/,
    ],
    ['as before on a wall of no region', 'en-US', { kiosk: true }, /Saturday 21 November, 15:\d\d sun sets 16:44/],
    ['24 hours where no region is told', 'ar', {}, /السبت، 21 نوفمبر، 15:\d\d/],
  ])('with dates and clocks of the region: %s', async (_name, locale, options, expected) => {
    const { page, close } = await visit(browser, station.url, { locale, ...options, size: 'wall' });
    // The page has the machine's date until its station answers.
    await expect.poll(() => read(page, 'header')).toMatch(expected);
    await close();
  });

  it('with the hour of today’s high, never one to come: on a clock of 12 hours it has no minutes', async () => {
    const { page, close } = await visit(browser, station.url, {
      locale: 'en-US',
      before: (opened) =>
        opened.route('**/api/history/daily?days=1', async (route) => {
          const answer = (await (await route.fetch()).json()) as { days: { temp_max: number; temp_max_ts: number }[] };
          Object.assign(answer.days.at(-1)!, { temp_max: 60, temp_max_ts: AFTERNOON_S - 1200 }); // at 14:52
          await route.fulfill({ json: answer });
        }),
    });
    await expect.poll(() => read(page, '.hero-today')).toMatch(/high 60\.0° 2 PM/);
    await close();
  });

  it('with the decimal sign of the region', async () => {
    const figure = async (locale: string): Promise<string> => {
      const { page, close } = await visit(browser, station.url, { locale });
      await until(page, () => /\d/.test(document.querySelector('.hero-number')?.textContent ?? ''));
      const text = await read(page, '.hero-number');
      await close();
      return text;
    };
    expect(await figure('es-ES')).toMatch(/^\d+,\d$/);
    expect(await figure('es-MX')).toMatch(/^\d+\.\d$/);
    expect(await figure('de-CH')).toMatch(/^\d+\.\d$/);
  });

  it('on the wall 12 hours where the station is set to English (US)', async () => {
    const american = await stage({ settings: { language: 'en-US' }, status: { site: { ...SITE, language: 'en-US' } } });
    const { page, close } = await visit(browser, american.url, { kiosk: true, size: 'wall' });
    await expect.poll(() => read(page, 'header')).toMatch(/, \d{1,2}:\d\d [AP]M/);
    expect(await spoken(page)).toEqual(['en-US', 'ltr', 'Now']);
    // The rain comes with the stream, the clock in the header before it.
    await expect.poll(() => read(page, 'p.spoken')).toMatch(/ until \d PM\.$/);
    await close();
    await american.stop();
  });

  it('on the wall the language that the station is set to, and another when it was set to another meanwhile', async () => {
    const german = await stage({ settings: { language: 'de' }, status: { site: { ...SITE, language: 'de' } } });
    const asBefore = async (page: Page): Promise<void> => {
      await page.route(
        (url) => url.pathname === '/',
        async (route) => {
          const answer = await route.fetch();
          const body = (await answer.text()).replace('<html lang="de">', '<html lang="en">');
          await route.fulfill({ response: answer, body });
        },
        { times: 1 },
      );
    };
    const { page, close } = await visit(browser, german.url, { kiosk: true, before: asBefore });
    await expect.poll(() => spoken(page).catch(() => null)).toEqual(['de', 'ltr', 'Jetzt']);
    await close();
    await german.stop();
  });

  it('what its reader chose, at once and from then on', async () => {
    const { page, context, close } = await visit(browser, station.url, { kiosk: true });
    await page.locator('.status-button').click();
    await Promise.all([page.waitForEvent('load'), page.getByLabel('Language').selectOption('de')]);
    await shown(page, '.rail a');
    expect(await spoken(page)).toEqual(['de', 'ltr', 'Jetzt']);
    const other = await context.newPage();
    await other.goto(station.url);
    await shown(other, '.rail a');
    expect(await spoken(other)).toEqual(['de', 'ltr', 'Jetzt']);
    await close();
  });

  it('in Arabic, too, with year, month and day of a release in their order', async () => {
    const { page, close } = await visit(browser, station.url, {
      locale: 'ar',
      view: 'about',
      before: (page) =>
        page.route('**/api/care', async (route) => {
          const answer = await route.fetch();
          const care = (await answer.json()) as Care;
          await route.fulfill({ json: { ...care, news: { ...care.news, title: '1.1.0 — 2026-11-26' } } });
        }),
    });
    await says(page, '2026', '.about h3 .muted');
    const [year, day] = await page.evaluate(() => {
      const text = document.querySelector('.about h3 .muted')!.firstChild!;
      const leftOf = (part: string): number => {
        const from = text.textContent!.indexOf(part);
        const range = document.createRange();
        range.setStart(text, from);
        range.setEnd(text, from + part.length);
        return range.getBoundingClientRect().left;
      };
      return [leftOf('2026'), leftOf('-26')];
    });
    expect(year).toBeLessThan(day!);
    await close();
  });

  it('in Arabic, too, with the sign of a unit before its letter behind a word', async () => {
    const { page, close } = await visit(browser, station.url, { locale: 'ar', view: 'history', size: 'desk' });
    const leftOf = (sign: string): Promise<number> =>
      page.evaluate((wanted) => {
        const heads = [...document.querySelectorAll('.page.history th')];
        const head = heads.find((one) => one.textContent!.includes('°C') && one.checkVisibility());
        if (!head) return 0;
        const from = head.textContent!.indexOf(wanted);
        const range = document.createRange();
        range.setStart(head.firstChild!, from);
        range.setEnd(head.firstChild!, from + 1);
        return range.getBoundingClientRect().left;
      }, sign);
    await expect.poll(() => leftOf('°')).toBeGreaterThan(0);
    expect(await leftOf('°')).toBeLessThan(await leftOf('C'));
    await close();
  });

  it('English where the words do not come', async () => {
    const { page, close } = await visit(browser, station.url, {
      locale: 'de-DE',
      expected: /ERR_FAILED|Failed to fetch/,
      before: (page) => page.route(/assets\/de-/, (route) => route.abort()),
    });
    expect((await spoken(page))[2]).toBe('Now');
    await close();
  });

  it('without a word of English before, and with the words of no other language', async () => {
    /** As a browser that was never here loads them, with the languages whose words came. */
    const files = async (locale: string, before?: (page: Page) => Promise<unknown>): Promise<[Visitor, string[]]> => {
      const came: string[] = [];
      const visitor = await visit(browser, station.url, {
        locale,
        before: async (page) => {
          page.on('request', (request) =>
            came.push(...(/assets\/(\w\w)-[\w-]{8}\.js/.exec(request.url())?.slice(1) ?? [])),
          );
          await before?.(page);
        },
      });
      await shown(visitor.page, '.now path.band');
      await settle(visitor.page);
      return [visitor, came];
    };
    const [american, ofEnglish] = await files('en-US');
    expect(ofEnglish).toEqual([]);
    await american.close();
    const said: string[] = [];
    const [german, ofGerman] = await files('de-DE', async (page) => {
      await page.exposeFunction('heard', (text: string) => said.push(text));
      await page.addInitScript(() => {
        new MutationObserver(() => {
          const text = document.querySelector('.rail')?.textContent;
          if (text) (window as unknown as { heard(text: string): void }).heard(text);
        }).observe(document, { childList: true, subtree: true });
      });
    });
    expect(ofGerman).toEqual(['de']);
    expect(said.length).toBeGreaterThan(0);
    expect(said.filter((text) => !text.startsWith('Jetzt'))).toEqual([]);
    await german.close();
  });
});
