/**
 * Lighthouse's verdict on every view (or on those named), as it asks by default: a telephone on slow mobile data. The first run
 * with 95 points counts, or else the best of sixteen; exits 1 where a view has less, shuts somebody out or moves by more than 0.02. Then what the first view weighs on the wire of a home.
 * `npm run -s lighthouse` prints the table of docs/evidence/page.md. Needs `npm run tools`.
 */
import { LAN_NAME, launch, VIEWS } from '../tests/browser/support/browser.ts';
import { stage } from '../tests/browser/support/stage.ts';
import { isFile, weight, wire } from '../tests/browser/support/wire.ts';
import { ENOUGH, lighthouse } from './_lighthouse.ts';

/** What a busy machine may need; a quiet one needs one or two. */
const RUNS = 16;
const MOST_SHIFT = 0.02;
const points = (share: number): number => Math.round(share * 100);
const asked = process.argv.slice(2);
const views = asked.length > 0 ? asked : [...VIEWS, 'settings', 'connections', 'about'];
const station = await stage({ historyDays: 30 });
process.stdout.write(`| view | performance | accessibility | layout shift | KB | machine |\n|${'---|'.repeat(6)}\n`);
const wanted: string[] = [];
for (const view of views) {
  const [verdict] = await lighthouse([`${station.url}/#/${view}`], RUNS);
  const { performance, accessibility, layoutShift, bytes, speed, wanting } = verdict!;
  process.stdout.write(
    `| ${view} | ${points(performance)} | ${points(accessibility)} | ${layoutShift.toFixed(3)} | ${(bytes / 1024).toFixed(1)} | ${Math.round(speed)} |\n`,
  );
  if (performance < ENOUGH || accessibility < 1 || layoutShift > MOST_SHIFT)
    wanted.push(`${view} (${wanting.join(', ')})`);
}
process.stdout.write(
  `\nBelow ${points(ENOUGH)} points, shutting somebody out, or moving: ${wanted.join('; ') || 'none'}.\n`,
);
const browser = await launch();
const { first, later } = await wire(browser, `http://${LAN_NAME}:${station.port}`, VIEWS.slice(1));
const files = weight([...first, ...later].filter(isFile));
process.stdout.write(`\nFirst view ${weight(first)} bytes (61,440 at most), all files ${files} (153,600 at most).\n`);
await browser.close();
await station.stop();
process.exit(wanted.length === 0 ? 0 : 1);
