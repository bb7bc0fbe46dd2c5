// From the power switch to the first measurement and to the first picture, both as somebody in the LAN sees them: a browser of the
// host's, on the guest's dashboard. (The wall's own window needs a graphics chip, which an emulated machine has not.)
import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from 'playwright-core';

const BROWSER = process.env.CHROMIUM ?? '/usr/bin/chromium';
const LIMIT_MS = 900_000;

async function firstAnswer(url) {
  const untilMs = Date.now() + LIMIT_MS;
  while (Date.now() < untilMs) {
    try {
      const answer = await fetch(url(), { signal: AbortSignal.timeout(20_000) });
      const body = answer.ok ? await answer.json() : {};
      if (typeof body.temperature === 'number') return Date.now();
    } catch {
      // not up yet
    }
    await wait(500);
  }
  return null;
}

async function firstPicture(url) {
  if (!existsSync(BROWSER)) return null;
  const browser = await chromium.launch({ executablePath: BROWSER, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    for (const untilMs = Date.now() + LIMIT_MS; Date.now() < untilMs; await wait(500)) {
      try {
        await page.goto(url(), { waitUntil: 'commit', timeout: 120_000 });
        await page.waitForFunction(() => /\d[\s\u00a0\u202f]*°/.test(document.body?.innerText ?? ''), null, {
          timeout: 300_000,
        });
        const paint = await page.evaluate(
          () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime + performance.timeOrigin,
        );
        return { firstMs: paint, numbersMs: Date.now() };
      } catch {
        // not up yet
      }
    }
    return null;
  } finally {
    await browser.close();
  }
}

/** Seconds after power-on; null for what was not seen. */
export async function afterPowerOn(vm) {
  const url = (path) => () => `http://127.0.0.1:${vm.webPort}${path}`;
  const [sampleMs, picture] = await Promise.all([firstAnswer(url('/api/telemetry')), firstPicture(url('/'))]);
  const since = (ms) => (ms == null ? null : (ms - vm.poweredOnMs) / 1000);
  return { sampleS: since(sampleMs), paintS: since(picture?.firstMs), numbersS: since(picture?.numbersMs) };
}
