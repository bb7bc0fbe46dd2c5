import type { Page } from 'playwright-core';
import type { Settings, SettingValue } from '../../../src/contract/settings.ts';

/** The page is told other settings than the station has; what it saves goes to the station. */
export const withSettings = (page: Page, change: (settings: Settings) => unknown): Promise<unknown> =>
  page.route('**/api/settings', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    const json = (await response.json()) as Settings;
    change(json);
    await route.fulfill({ response, json });
  });

/** The same with other values of these keys. */
export const withValues = (page: Page, values: Record<string, SettingValue>): Promise<unknown> =>
  withSettings(page, ({ sections }) => {
    for (const setting of sections.flatMap(({ settings }) => settings))
      if (setting.key in values) setting.value = values[setting.key]!;
  });

/** The same of a station that may not write its file. */
export const readOnly = (page: Page): Promise<unknown> =>
  withSettings(page, (settings) => {
    settings.writable = false;
  });
