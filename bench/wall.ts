/**
 * Height of the figures and letters of the wall's distance layout in every language, in arc minutes at 3 m on a 7-inch panel of 800×480.
 * `npm run -s bench -- wall` prints the table of docs/evidence/wall.md.
 */

import { LANGUAGES } from '../src/base/languages.ts';
import { ALARMS, withAlarms } from '../tests/browser/support/alarmed.ts';
import { type Arcmins, alarmArcmins, arcmins } from '../tests/browser/support/arcmin.ts';
import { launch, visit } from '../tests/browser/support/browser.ts';
import { gapBelow } from '../tests/browser/support/ink.ts';
import { AFTERNOON_S, SITE, stage } from '../tests/browser/support/stage.ts';
import { settle } from '../tests/browser/support/waits.ts';

const browser = await launch();
const names: (keyof Arcmins)[] = ['temperature', 'extreme', 'hour', 'rain', 'clock', 'capital', 'lowerCase'];
process.stdout.write(
  `| language | temperature | low or high | its hour | rain | clock | capitals | lower case | temperature to rule, px | alarm: capitals | alarm: lower case |\n|${'---|'.repeat(11)}\n`,
);
for (const tag of [...LANGUAGES, 'en-US'] as const) {
  const status = { site: { ...SITE, language: tag } };
  const station = await stage({ startS: AFTERNOON_S, settings: { language: tag }, status });
  const { page, close } = await visit(browser, station.url, { kiosk: true, layout: 'distance' });
  await page.locator('.far-value').waitFor();
  await page.locator('.far-rain').waitFor();
  await settle(page);
  const measured = await arcmins(page, tag === 'ar');
  const gap = await gapBelow(page, '.far-temperature', '.far-top');
  const alarmed = await stage({ startS: AFTERNOON_S, settings: { language: tag }, status, alarmed: true });
  const warned = await visit(browser, alarmed.url, {
    kiosk: true,
    layout: 'distance',
    before: (one) => withAlarms(one, [ALARMS[0]!]),
  });
  await warned.page.locator('.far-alarm bdi').waitFor();
  await settle(warned.page);
  const { alarmCapital, alarmLowerCase } = await alarmArcmins(warned.page, tag === 'ar');
  await warned.close();
  await alarmed.stop();
  process.stdout.write(
    `| ${tag} | ${names.map((name) => measured[name].toFixed(1)).join(' | ')} | ${gap} | ${alarmCapital.toFixed(1)} | ${alarmLowerCase.toFixed(1)} |\n`,
  );
  await close();
  await station.stop();
}
await browser.close();
process.exit(0);
