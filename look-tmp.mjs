import { chromium } from 'playwright-core';
const base = process.argv[2]; const views = process.argv.slice(3);
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
for (const [w, h] of [[800, 480], [1280, 800], [390, 844]]) {
  const p = await b.newPage({ viewport: { width: w, height: h }, locale: process.env.LOC ?? 'en' });
  for (const v of views) {
    await p.goto(base + '/#/' + v); await p.waitForTimeout(2500);
    await p.screenshot({ path: `/tmp/shot-${v || 'now'}-${w}.png` });
  }
}
await b.close();
