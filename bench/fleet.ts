// npm run bench -- fleet [all|hour|rush|lighthouse|page|sizes] …: what a fleet asks of engine, hub and nginx, real ones from Debian. `hour 10000 300`:
// that many stations come back within 300 s (as they do after an outage: each waits for a random part of 300 s), each with an hour of
// rows, over a TLS connection of its own to nginx, with its own key, and asks for its proof. `rush 2000 64`: as many, 64 of them at a time, and
// who is sent away comes again when it was told to, as stations do (`rush 10000 10000`: all at once). `lighthouse 42`: what Lighthouse says of
// each view (needs `npm run tools`). `page 1000`: how long the hub and a browser take over the fleet. `sizes 1 100 10000`: bytes and memory of
// a day of so many stations. `all`: the page of 1,000, 10,000 at 3,000 a minute, and 10,000 at once, each with what is wanted of it. The
// stations are played by this process, on the same cores.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hour } from './_fleet-hour.ts';
import { judged, page } from './_fleet-page.ts';
import { sizes } from './_fleet-sizes.ts';

/** Who comes at once in a rush. */
const AT_ONCE = 64;

const [what = 'hour', ...numbers] = process.argv.slice(2);
const folder = mkdtempSync(join(process.env['FLEET_FOLDER'] ?? tmpdir(), 'weatherglass-fleet-'));
try {
  if (what === 'all') {
    await page(join(folder, 'page'), 1000);
    await hour(join(folder, 'hour'), 10_000, { spreadS: 200 });
    await hour(join(folder, 'rush'), 10_000, { atOnce: 10_000 });
  } else if (what === 'hour') await hour(folder, Number(numbers[0] ?? 10_000), { spreadS: Number(numbers[1] ?? 300) });
  else if (what === 'rush') await hour(folder, Number(numbers[0] ?? 2000), { atOnce: Number(numbers[1] ?? AT_ONCE) });
  else if (what === 'lighthouse') await judged(folder, Number(numbers[0] ?? 42));
  else if (what === 'page') await page(folder, Number(numbers[0] ?? 1000));
  else if (what === 'sizes') await sizes(folder, numbers.length > 0 ? numbers.map(Number) : [1, 100, 10_000]);
  else throw new Error(`${what} is none of all, hour, rush, lighthouse, page, sizes`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
