/** Pictures of the wall: every state of the distance layout, in three languages. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { type VisitOptions, visit } from '../tests/browser/support/browser.ts';
import { AFTERNOON_S, SITE, type StageOptions, stage } from '../tests/browser/support/stage.ts';
import { settle } from '../tests/browser/support/waits.ts';

const MIDNIGHT_S = AFTERNOON_S + 9 * 3600;
const TAGS = ['en-US', 'de', 'ar'] as const;
export type Tag = (typeof TAGS)[number];

/** Station and browser of somebody with this language; with `en-US` also with its units. */
export const speaking = (tag: Tag): { stage: StageOptions; visit: VisitOptions } => ({
  stage: {
    startS: AFTERNOON_S,
    settings: { language: tag },
    status: { site: { ...SITE, language: tag, units: tag === 'en-US' ? 'imperial' : 'metric' } },
  },
  visit: { locale: tag === 'ar' ? 'ar-EG' : tag === 'de' ? 'de-DE' : tag },
});

interface WallState {
  stage?: StageOptions;
  visit?: VisitOptions;
  /** What happens once the wall is there. */
  act?: (page: Page, freeze: () => void) => Promise<unknown>;
}

const minute = async (page: Page): Promise<void> => {
  await page.clock.runFor(75_000);
};
const states: Record<string, WallState> = {
  day: {},
  rain: { stage: { weather: { rain_rate: 1.2, rain_today: 3.4 } } },
  alarm: { stage: { alarmed: true } },
  dim: {
    stage: { startS: MIDNIGHT_S },
    visit: { theme: 'auto', before: (page) => page.clock.install() },
    act: minute,
  },
  old: {
    act: async (page, freeze) => {
      freeze();
      await page.locator('.far.old').waitFor({ timeout: 60_000 });
    },
  },
  near: { visit: { layout: 'near' } },
};

export async function walls(browser: Browser, folder: string): Promise<void> {
  mkdirSync(join(folder, 'wall'), { recursive: true });
  for (const tag of TAGS) {
    const { stage: of } = speaking(tag);
    for (const [name, state] of Object.entries(states)) {
      const station = await stage({ ...of, ...state.stage });
      const visitor = await visit(browser, station.url, {
        kiosk: true,
        hasTouch: true,
        layout: 'distance',
        ...state.visit,
      });
      await visitor.page.locator(state.visit?.layout === 'near' ? '.spoken' : '.far-temperature').waitFor();
      await state.act?.(visitor.page, station.freeze);
      await settle(visitor.page);
      await visitor.page.screenshot({ path: join(folder, 'wall', `${name}-${tag}.png`) });
      await visitor.close();
      await station.stop();
    }
  }
}
