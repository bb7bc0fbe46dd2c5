/**
 * npm run -s bench -- usability: twelve tasks of an owner, done in Chromium by touch from Now, with the taps that each needs. What is typed
 * on a keypad is not counted. Exits 1 where a task needs more than three. The table stands in docs/evidence/usability.md.
 */
import type { Page } from 'playwright-core';
import { launch, settle, visit } from '../tests/browser/support/browser.ts';
import { AFTERNOON_S, stage } from '../tests/browser/support/stage.ts';

const MOST_TAPS = 3;

/** A finger that counts. */
class Finger {
  taps = 0;
  constructor(readonly page: Page) {}

  async tap(name: string | RegExp, role: 'button' | 'link' = 'button', within = 'body'): Promise<void> {
    this.taps += 1;
    await this.page.locator(within).getByRole(role, { name, exact: true }).first().tap();
    await settle(this.page);
  }
  async unfold(name: string): Promise<void> {
    this.taps += 1;
    await this.page.locator('summary', { hasText: name }).first().tap();
    await settle(this.page);
  }
  async sees(selector: string, words?: RegExp): Promise<void> {
    await this.page
      .locator(selector, words ? { hasText: words } : {})
      .first()
      .waitFor();
  }
}

const TASKS: readonly (readonly [task: string, how: (finger: Finger) => Promise<void>])[] = [
  [
    'What was the low yesterday?',
    async (finger) => {
      await finger.tap('History', 'link');
      await finger.sees('.glance, .page.history', /Yesterday[\s\S]*Low/);
    },
  ],
  [
    'Is it warmer than usual?',
    async (finger) => {
      await finger.tap('History', 'link');
      await finger.sees('.page.history', /usual/i);
    },
  ],
  ['Will it freeze tonight?', (finger) => finger.sees('.tonight')],
  [
    'Calibrate the thermometer',
    async (finger) => {
      await finger.tap('Settings', 'link');
      await finger.tap('Calibrate', 'link');
      await finger.tap('It is in place', 'button', '.calibration');
      await finger.sees('.calibration [aria-current=step]');
    },
  ],
  [
    'Tell that it rains, and take it back',
    async (finger) => {
      await finger.tap('Yes');
      await finger.tap('Undo');
      await finger.page.getByRole('button', { name: 'Yes', exact: true }).first().waitFor();
    },
  ],
  [
    'Write a note',
    async (finger) => {
      await finger.tap('History', 'link');
      await finger.tap('Write a note');
      await finger.sees('dialog textarea');
    },
  ],
  [
    'Set the elevation',
    async (finger) => {
      await finger.tap('Settings', 'link');
      await finger.tap(/^Change: Elevation/);
      await finger.sees('dialog .keypad');
    },
  ],
  [
    'Take this month along as CSV',
    async (finger) => {
      await finger.tap('History', 'link');
      const download = finger.page.waitForEvent('download');
      await finger.tap('CSV', 'link', '.month');
      await download;
    },
  ],
  [
    'Set a PIN',
    async (finger) => {
      await finger.tap('Settings', 'link');
      await finger.unfold('Who can make changes');
      await finger.tap('Change: PIN');
      await finger.sees('dialog .keypad');
    },
  ],
  [
    'Print the month',
    async (finger) => {
      await finger.page.evaluate(() =>
        Object.assign(window, { print: () => document.body.classList.add('was-printed') }),
      );
      await finger.tap('History', 'link');
      await finger.tap('Print', 'button', '.month');
      await finger.sees('body.was-printed');
    },
  ],
  [
    'Compare the pressure with the airport',
    async (finger) => {
      await finger.tap('Settings', 'link');
      await finger.unfold('Pressure');
      await finger.tap('Compare with an airport');
      await finger.sees('dialog .keypad');
    },
  ],
  [
    'Update the program',
    async (finger) => {
      await finger.tap('Settings', 'link');
      await finger.tap('About', 'link');
      await finger.tap('Update');
      await finger.sees('.page.about', /new version/);
    },
  ],
];

const station = await stage({ startS: AFTERNOON_S });
const browser = await launch();
let worst = 0;
process.stdout.write('| task | taps |\n|---|---|\n');
for (const [task, how] of TASKS) {
  const { page, close } = await visit(browser, station.url, {
    viewport: { width: 1280, height: 800 },
    hasTouch: true,
    acceptDownloads: true,
  });
  await settle(page);
  const finger = new Finger(page);
  try {
    await how(finger);
    worst = Math.max(worst, finger.taps);
    process.stdout.write(`| ${task} | ${finger.taps} |\n`);
  } catch (error) {
    worst = Number.POSITIVE_INFINITY;
    process.stdout.write(`| ${task} | not done: ${String(error).split('\n')[0]} |\n`);
  }
  await close();
}
await browser.close();
await station.stop();
process.exit(worst > MOST_TAPS ? 1 : 0);
