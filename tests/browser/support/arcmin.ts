import type { Page } from 'playwright-core';
import { inkOf } from './ink.ts';

/** Pixels of a 7-inch panel of 800×480 for an arc minute at 3 m: 0.873 mm of 0.191 mm each. */
const PX_PER_ARCMIN = 0.873 / 0.191;

/** Height of the ink of the distance layout, in arc minutes at 3 m. Letters without capitals are measured by their tallest. */
export async function arcmins(page: Page, isArabic: boolean) {
  const of = async (selector: string, text: string): Promise<number> =>
    (await inkOf(page, selector, text)).height / PX_PER_ARCMIN;
  return {
    temperature: await of('.far-temperature', '8'),
    clock: await of('.far-clock', '8'),
    extreme: await of('.far-value', '8'),
    hour: await of('.far-hour', '8'),
    rain: await of('.far-rain', '8'),
    capital: await of('.far-words', isArabic ? 'ا' : 'H'),
    lowerCase: await of('.far-words', isArabic ? 'ط' : 'x'),
  };
}
/** The same of the row of an alarm. */
export const alarmArcmins = async (page: Page, isArabic: boolean) => {
  const of = async (text: string): Promise<number> =>
    (await inkOf(page, '.far-alarm bdi', text)).height / PX_PER_ARCMIN;
  return { alarmCapital: await of(isArabic ? 'ا' : 'H'), alarmLowerCase: await of(isArabic ? 'ط' : 'x') };
};
export type Arcmins = Awaited<ReturnType<typeof arcmins>>;
