/** What Lighthouse says of every view (or of those named), as it asks by default: a telephone on slow mobile data. Needs `npm run tools`. */
import { lighthouse } from '../tests/browser/support/lighthouse.ts';
import { stage } from '../tests/browser/support/stage.ts';

const asked = process.argv.slice(2);
const VIEWS = asked.length > 0 ? asked : ['now', 'forecast', 'history', 'models', 'nerd', 'methods'];
const station = await stage({ historyDays: 30 });
for (const view of VIEWS) {
  const [verdict] = await lighthouse([`${station.url}/#/${view}`]);
  const { performance, accessibility, layoutShift, bytes, wanting } = verdict!;
  process.stdout.write(
    `${view.padEnd(9)} performance ${Math.round(performance * 100)}, accessibility ${Math.round(accessibility * 100)}, layout shift ${layoutShift.toFixed(3)}, ${(bytes / 1024).toFixed(1)} KB; ${wanting.join(', ')}\n`,
  );
}
await station.stop();
process.exit(0);
