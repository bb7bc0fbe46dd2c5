/**
 * npm run -s bench -- usability: twelve tasks of an owner, done to their end in Chromium by touch from Now, with the taps that each needs.
 * Typed text, with the Enter that ends it, is not counted; the twenty minutes of a calibration pass at once, for the station's clock is
 * put forward. Exits 1 where a task needs more than three. The table stands in docs/evidence/usability.md.
 */
import type { Page } from 'playwright-core';
import { launch, visit } from '../tests/browser/support/browser.ts';
import { AFTERNOON_S, stage } from '../tests/browser/support/stage.ts';
import { settle } from '../tests/browser/support/waits.ts';

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
  /** Keys of a keyboard, or of the keypad that takes them, and its Enter. */
  async types(...words: string[]): Promise<void> {
    for (const word of words) {
      await this.page.keyboard.type(word);
      await this.page.keyboard.press('Enter');
      await settle(this.page);
    }
  }
  async saves(): Promise<void> {
    await this.tap('Save', 'button', '.save-bar');
    await this.page
      .getByText(/^Saved/)
      .first()
      .waitFor();
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
      station.skip(21 * 60); // the keypad comes by itself
      await finger.sees('.calibration .keypad');
      await finger.types('17.5');
      await finger.sees('.calibration', /After/);
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
      await finger.page.locator('dialog textarea').fill('First snow.');
      await finger.tap('Save', 'button', 'dialog');
      await finger.page.locator('dialog').waitFor({ state: 'detached' });
    },
  ],
  [
    'Set the elevation',
    async (finger) => {
      await finger.tap('Settings', 'link');
      await finger.tap(/^Change: Elevation/);
      await finger.types('431');
      await finger.saves();
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
      await finger.tap('Change: PIN');
      await finger.types('2468', '2468');
      await finger.saves();
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
      await finger.tap('Compare with an airport');
      await finger.types('1015.2');
      await finger.saves();
    },
  ],
  [
    'Update the program',
    async (finger) => {
      await finger.tap('Settings', 'link');
      await finger.tap('About', 'link');
      const asked = finger.page.waitForResponse('**/api/upgrade');
      await finger.tap('Update');
      if (!(await asked).ok()) throw new Error('the station refused');
      await finger.sees('.page.about', /Asked/);
    },
  ],
];

/** A calibration wants steady air. */
const rates = { temperature_c_per_h: 0.2, humidity_pct_per_h: 0, pressure_hpa_per_h: 0 };
const station = await stage({ startS: AFTERNOON_S, weather: { rates } });
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
