/**
 * Lighthouse's verdict on every view (or on those named), as it asks by default: a telephone on slow mobile data, best of three runs; and
 * what the first view weighs on the wire of a home.
 * `npm run -s lighthouse` prints the table of docs/evidence/page.md. Needs `npm run tools`.
 */
import { LAN_NAME, launch, VIEWS } from '../tests/browser/support/browser.ts';
import { lighthouse } from '../tests/browser/support/lighthouse.ts';
import { stage } from '../tests/browser/support/stage.ts';
import { isFile, weight, wire } from '../tests/browser/support/wire.ts';

const RUNS = 3;
const asked = process.argv.slice(2);
const views = asked.length > 0 ? asked : [...VIEWS, 'settings', 'connections', 'about'];
const station = await stage({ historyDays: 30 });
process.stdout.write(`| view | performance | accessibility | layout shift | KB |\n|${'---|'.repeat(5)}\n`);
for (const view of views) {
  const [verdict] = await lighthouse([`${station.url}/#/${view}`], RUNS);
  const { performance, accessibility, layoutShift, bytes } = verdict!;
  const points = (share: number): number => Math.round(share * 100);
  process.stdout.write(
    `| ${view} | ${points(performance)} | ${points(accessibility)} | ${layoutShift.toFixed(3)} | ${(bytes / 1024).toFixed(1)} |\n`,
  );
}
const browser = await launch();
const { first, later } = await wire(browser, `http://${LAN_NAME}:${station.port}`, VIEWS.slice(1));
const files = weight([...first, ...later].filter(isFile));
process.stdout.write(`\nFirst view ${weight(first)} bytes (61,440 at most), all files ${files} (153,600 at most).\n`);
await browser.close();
await station.stop();
process.exit(0);
