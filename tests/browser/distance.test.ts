import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CHOICES, LANGUAGES } from '../../src/base/languages.ts';
import { share } from '../support/share.ts';
import { ALARMS, withAlarms } from './support/alarmed.ts';
import { alarmArcmins, arcmins } from './support/arcmin.ts';
import { launch, visit } from './support/browser.ts';
import { gapBelow } from './support/ink.ts';
import { axe, shoot } from './support/looks.ts';
import { shared } from './support/shared.ts';
import { AFTERNOON_S, pass, SITE, type Stage, stage } from './support/stage.ts';
import { settle, until } from './support/waits.ts';
import { listening, themeOf, untilSeen, untouchedFromNow } from './support/wall.ts';
import { widthOf } from './support/widths.ts';

const MIDNIGHT_S = AFTERNOON_S + 9 * 3600;
const wall = { kiosk: true, hasTouch: true, layout: 'distance' } as const;

const [browser, day, night, alarmed] = await shared(
  launch({ reuse: true }),
  stage(),
  stage({ startS: MIDNIGHT_S }),
  stage({ alarmed: true }),
);

const shown = async (page: Page): Promise<void> => {
  await page.locator('.far-value').waitFor();
  await page.locator('.far-rain').waitFor();
  await settle(page);
};

const isThere = (page: Page, sight: string): Promise<void> => untilSeen(page, () => page.locator(sight).count(), 1);

describe('the distance layout', () => {
  it.each(share('languages across the room', CHOICES, (language) => [widthOf(language)]))(
    'is readable at three metres by day in %s, with room for each sentence and for a frost of five figures',
    async (tag) => {
      const language = tag.split('-')[0]!;
      const speaks = await stage({
        settings: { language: tag },
        status: { site: { ...SITE, language: tag } },
      });
      const { page, complaints, close } = await visit(browser, speaks.url, wall);
      await shown(page);
      if (tag === 'en-US') expect(await axe(page)).toEqual([]);
      expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
        tag,
        language === 'ar' ? 'rtl' : 'ltr',
      ]);
      const { temperature, lowerCase, ...others } = await arcmins(page, language === 'ar');
      expect(temperature).toBeGreaterThan(27);
      for (const [name, value] of Object.entries(others)) expect(value, name).toBeGreaterThanOrEqual(12);
      expect(lowerCase).toBeGreaterThanOrEqual(9);
      expect(await gapBelow(page, '.far-temperature', '.far-top')).toBeGreaterThanOrEqual(18);
      const words = JSON.parse(
        readFileSync(join(import.meta.dirname, `../../src/locales/${language}.json`), 'utf8'),
      ) as Record<string, string>;
      const sentences = Object.entries(words)
        .filter(([key]) =>
          /^wall\.(old|raining|freezing|frost|storm|rainLikely|rainPossible|dry|noThermometer)$/.test(key),
        )
        .flatMap(([, text]) =>
          [
            '22:00',
            new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'numeric' }).format(Date.UTC(2026, 11, 28)),
          ].map((since) =>
            text
              .replace('{percent}', '70\u202f%')
              .replace('{hour}', tag === 'en-US' ? '10 PM' : '22:00')
              .replace('{clock}', since),
          ),
        );
      expect(sentences).toHaveLength(18);
      const tooWide = await page.evaluate((all) => {
        const line = document.querySelector<HTMLElement>('.far-words')!;
        return all.filter((text) => {
          line.textContent = text;
          return line.scrollWidth > line.clientWidth;
        });
      }, sentences);
      expect(tooWide).toEqual([]);
      const overlaps = await page.evaluate(() => {
        document.querySelector('.far')!.setAttribute('data-glyphs', '5');
        const figure = document.querySelector<HTMLElement>('.far-temperature')!;
        const [whole, ...rest] = figure.firstElementChild!.childNodes;
        whole!.textContent = '−12.4';
        for (const part of rest) if (part.nodeType === Node.TEXT_NODE) part.textContent = '';
        figure.querySelector('.comma')?.remove();
        const [a, b] = [figure, document.querySelector('.far-clock')!].map((one) => one.getBoundingClientRect());
        const row = [...document.querySelectorAll('.far-next, .far-rain')].map((one) => one.getBoundingClientRect());
        const meet = (x: DOMRect, y: DOMRect) => x.left < y.right && y.left < x.right;
        return [meet(a!, b!), meet(row[0]!, row[1]!)];
      });
      expect(overlaps).toEqual([false, false]);
      if (['ar', 'de', 'en-US'].includes(tag)) await shoot(page, 'distance', 'panel', tag);
      expect(complaints).toEqual([]);
      await close();
      await speaks.stop();
    },
  );

  it('comes by itself after a minute without a touch; the first touch only wakes', async () => {
    const { page, close } = await visit(browser, day.url, {
      ...wall,
      layout: 'auto',
      before: (page) => page.clock.install(),
    });
    await until(page, () => document.querySelector('.sun') !== null);
    await untouchedFromNow(page);
    await page.clock.runFor(50_000);
    expect(await page.locator('.far').count()).toBe(0);
    await page.clock.runFor(15_000);
    await page.clock.resume();
    await page.locator('.far').waitFor();
    expect(await page.getByRole('button', { name: 'Yes' }).isVisible()).toBe(false);
    const before = day.station.rain.precipitation()?.strong_labels;
    await page.touchscreen.tap(760, 200);
    await page.getByRole('button', { name: 'Yes' }).waitFor();
    await page.locator('.far').waitFor({ state: 'detached' });
    expect(day.station.rain.precipitation()?.strong_labels).toBe(before);
    await close();
  });

  it('at night lights what is essential: no symbol, no small chance of rain', async () => {
    const { page, close } = await visit(browser, night.url, {
      ...wall,
      theme: 'auto',
      before: (page) => page.clock.install(),
    });
    await page.locator('.far-value').waitFor();
    await untilSeen(page, () => themeOf(page), 'dim');
    await settle(page);
    await expect.poll(() => page.locator('.far .symbol').count()).toBe(0);
    expect(await page.locator('.far-clock').isVisible()).toBe(true);
    await shoot(page, 'distance', 'panel', 'dim');
    expect(await axe(page)).toEqual([]);
    await close();
  });

  it('is black at night where the settings say so; a touch only wakes it, and an alarm lights it', async () => {
    const dark = await stage({ startS: MIDNIGHT_S });
    const changed = await setNight(dark, { 'kiosk.off': 'times', 'kiosk.night_from': '23:30' });
    expect(await changed.json()).toMatchObject({ restart: [] });
    const { page, close } = await visit(browser, dark.url, {
      ...wall,
      layout: 'auto',
      theme: 'auto',
      before: (page) => page.clock.install(),
    });
    await until(page, () => document.querySelector('.sun') !== null);
    await isThere(page, '.wake.black');
    await page.locator('.far').waitFor({ state: 'detached' });
    expect(await page.locator('.wake').evaluate((e) => getComputedStyle(e).backgroundColor)).toBe('rgb(0, 0, 0)');
    const before = dark.station.rain.precipitation()?.strong_labels;
    const yes = page.getByRole('button', { name: 'Yes', includeHidden: true });
    const { x, y, width, height } = (await yes.boundingBox())!;
    await page.touchscreen.tap(x + width / 2, y + height / 2);
    await page.locator('.wake').waitFor({ state: 'detached' });
    expect(dark.station.rain.precipitation()?.strong_labels).toBe(before);
    // Effects run after the frame that took the cover away.
    await until(page, () => document.documentElement.dataset['theme'] === 'night');
    await close();
    await dark.stop();
    const lit = await stage({ startS: MIDNIGHT_S, alarmed: true });
    await setNight(lit, { 'kiosk.off': 'dark' });
    const woken = await visit(browser, lit.url, {
      ...wall,
      theme: 'auto',
      before: (page) => page.clock.install(),
    });
    await isThere(woken.page, '.far-alarm');
    expect(await woken.page.locator('.wake.black').count()).toBe(0);
    await woken.close();
    await lit.stop();
  });

  it.each(['Frost now', 'Sensor silent or faulty'])(
    'the row of an alarm is as large as the rest: %s',
    async (title) => {
      const firing = { ...ALARMS[0]!, title, chance: null };
      const { page, close } = await visit(browser, alarmed.url, {
        ...wall,
        before: (one) => withAlarms(one, [firing]),
      });
      const words = page.locator('.far-alarm bdi');
      await words.waitFor();
      await settle(page);
      const { alarmCapital, alarmLowerCase } = await alarmArcmins(page, false);
      expect(alarmCapital).toBeGreaterThanOrEqual(12);
      expect(alarmLowerCase).toBeGreaterThanOrEqual(9);
      const isLong = title.length > 13;
      expect(await page.locator('.far-row').isVisible()).toBe(!isLong); // a long name has both rows
      const all = LANGUAGES.flatMap((language) => {
        const file = join(import.meta.dirname, `../../src/locales/${language}.json`);
        const said = (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)['station.alarm.title']!;
        return [...said.matchAll(/\{([^{}]+)\}(?!\})/g)].map(([, one]) => one!);
      }).filter((one) => one.length > 13 === isLong);
      expect(all.length).toBeGreaterThan(30);
      const cut = await words.evaluate(
        (line, [titles, two]) =>
          titles.filter((one) => {
            line.textContent = one;
            const box = line.getBoundingClientRect();
            return box.right > innerWidth || box.left < 0 || (two && line.scrollHeight > line.clientHeight + 1);
          }),
        [all, isLong] as const,
      );
      expect(cut).toEqual([]);
      await shoot(page, 'distance', 'panel', isLong ? 'alarm-long' : 'alarm');
      await close();
    },
  );

  it('old values lose their colour, and the sentence says since when: once the same clock comes round again, on which day', async () => {
    const still = await stage();
    const { page, close } = await visit(browser, still.url, { ...wall, before: (page) => page.clock.install() });
    await shown(page);
    still.freeze();
    await pass(10, still, page);
    await page.getByText(/^No data since/).waitFor();
    await page.locator('.far.old').waitFor();
    await shoot(page, 'distance', 'panel', 'old');
    await pass(76 * 3600, still, page);
    await page.getByText('No data since 21/11').waitFor();
    await close();
    await still.stop();
  });

  it('what was said before the station had answered everything gives way at once', async () => {
    const frozen = await withAirAt(-12.4);
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { page, close } = await visit(browser, frozen.url, {
      ...wall,
      before: async (page) => {
        await page.clock.install();
        await page.route('**/api/status', async (route) => {
          asked.resolve();
          await answered.promise;
          await route.continue();
        });
      },
    });
    await asked.promise;
    await page.clock.runFor(20_000); // so long the page waits for an answer
    await page.locator('.far-temperature', { hasText: '−12.4' }).waitFor();
    await page.locator('.far-rain').waitFor();
    expect(await page.locator('.far-words', { hasText: 'Freezing' }).count()).toBe(0);
    answered.resolve();
    await page.clock.runFor(4000); // the page asks again
    await page.locator('.far-words', { hasText: 'Freezing' }).waitFor();
    await expect.poll(() => page.locator('.far .symbol').getAttribute('data-symbol')).toBe('frost');
    await close();
    await frozen.stop();
  });

  const themes = share('themes of a first run on the wall', ['day', 'auto'] as const, () => ['a theme']);
  it.each(themes)('does not cover the questions of a first run (theme %s)', async (theme) => {
    const fresh = await stage({ startS: theme === 'day' ? AFTERNOON_S : MIDNIGHT_S, status: { first_run: true } });
    const { page, close } = await visit(browser, fresh.url, {
      ...wall,
      theme,
      before: (page) => page.clock.install(),
    });
    await page.locator('.first-run').waitFor();
    await listening(page);
    await page.clock.runFor(75_000);
    await untilSeen(page, () => themeOf(page), theme === 'day' ? 'day' : 'dim');
    await page.locator('.far').waitFor({ state: 'detached' });
    await close();
    await fresh.stop();
  });
});

/** Changes settings of the wall as its owner would. */
const setNight = ({ url }: Stage, changes: Record<string, string>): Promise<Response> =>
  fetch(`${url}/api/settings`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(changes),
  });

/** A station whose thermometer shows this. */
async function withAirAt(temperature: number): Promise<Stage> {
  const made = await stage();
  const { station } = made;
  const [telemetry, message] = [station.telemetry.bind(station), station.streamMessage.bind(station)];
  station.telemetry = async () => ({ ...(await telemetry()), temperature });
  station.streamMessage = async () => {
    const told = await message();
    return { ...told, telemetry: { ...told.telemetry, temperature } };
  };
  return made;
}
