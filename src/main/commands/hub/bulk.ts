import { isUtf8 } from 'node:buffer';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { fleetSettings } from '../../../base/fleet-settings.ts';
import { makeFolder } from '../../../base/make-folder.ts';
import { qrCode } from '../../../base/qr.ts';
import { writeWhole } from '../../../base/whole-file.ts';
import type { StationKey } from '../../../contract/fleet-people.ts';
import { escaped } from '../../../http/html.ts';
import { broughtIn, planOf } from '../../../hub/bulk.ts';
import { newSecret, type Registry } from '../../../hub/registry.ts';
import { existingFile } from '../../arguments.ts';
import { UsageError, UserError, whyRefused } from '../../user-error.ts';
import { hubCommand } from './work.ts';

const MOST_BYTES = 4 * 1024 * 1024;

/** `hub add-csv`: stations of a CSV file, with a settings file for each new one and sheets to print. */
export const addCsv = hubCommand(
  'add-csv',
  {
    options: { url: { type: 'string' }, to: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
    words: ['FILE'],
    isFirst: true,
  },
  async (hub, { url, to, 'dry-run': isDry }, [path]) => {
    if (!isDry && (url === undefined || to === undefined))
      throw new UsageError('weatherglass hub add-csv needs --url URL and --to FOLDER, or --dry-run.');
    const csv = read(path!);
    const plan = planOf(csv, hub.registryFile.readToChange());
    for (const { line, why } of plan.faults) hub.io.stderr.write(`line ${line}: ${why.detail}\n`);
    if (plan.faults.length > 0) throw new UserError('Nothing was added. Mend these lines first.');
    if (isDry) {
      for (const { line, login, name, outcome } of plan.lines)
        hub.out(`line ${line}  ${outcome.padEnd(6)}  ${login}  ${name}`);
      return;
    }
    const target = emptyFolder(to!);
    const secrets = new Map(plan.lines.map(({ login }) => [login, newSecret()]));
    const bring = (registry: Registry) =>
      broughtIn(csv, registry, hub.nowS, (login) => secrets.get(login) ?? newSecret());
    const { keys } = bring(hub.registryFile.readToChange());
    const isAdded = (): boolean => keys.some(({ login }) => hub.registryFile.read().find(login) !== null);
    /** First the files, and before the lock, under which a change takes milliseconds: a disk may be full, and the secrets are nowhere else. */
    const { deeds, lines } = await (async () => {
      for (const key of keys) writeWhole(join(target, `${key.login}.yaml`), fleetSettings(url!, key), { mode: 0o600 });
      writeWhole(join(target, 'sheets.html'), sheets(url!, keys), { mode: 0o600 });
      return hub.registryFile.change((registry) => {
        const made = bring(registry);
        if (!isDeepStrictEqual(made.keys, keys))
          throw new UserError('Nothing was added: the stations have changed meanwhile. Try again.');
        return made;
      });
    })().catch((error: unknown): never => {
      const refusal = error instanceof UserError ? error : new UserError(`Nothing was added: ${whyRefused(error)}`);
      if (isAdded()) throw error;
      for (const name of readdirSync(target)) rmSync(join(target, name));
      throw refusal;
    });
    const count = (wanted: string): number => lines.filter(({ outcome }) => outcome === wanted).length;
    hub.out(`added: ${count('add')}\nchanged: ${count('change')}\nthere already: ${count('there')}`);
    hub.warn(`The secrets are in ${target}, and nowhere else. Print sheets.html from a browser.`);
    await hub.told(...deeds);
  },
);

function read(path: string): string {
  const bytes = readFileSync(existingFile(path));
  if (bytes.length > MOST_BYTES) throw new UserError(`${path} is larger than ${MOST_BYTES / 1024 / 1024} MiB.`);
  if (!isUtf8(bytes)) throw new UserError(`${path} is not UTF-8 text. Save it as "CSV UTF-8".`);
  return new TextDecoder().decode(bytes);
}

/** Secrets are not written among other files, nor over those of an earlier run. */
function emptyFolder(path: string): string {
  makeFolder(path, { mode: 0o700 });
  if (readdirSync(path).length > 0) throw new UserError(`${path} is not empty; name another folder with --to FOLDER.`);
  return path;
}

const STYLE =
  '@page{margin:12mm}body{font:12pt sans-serif;margin:0}div{display:flex;gap:8mm;align-items:start;border:1px solid #999;' +
  'padding:4mm;margin-bottom:6mm;min-height:54mm;break-inside:avoid}svg{width:46mm;height:46mm;flex:none}' +
  'pre{white-space:pre-wrap;overflow-wrap:anywhere}p{margin:0}';

/** Page with one code a station; four fit on A4 or Letter, whichever the printer has. */
function sheets(url: string, keys: readonly StationKey[]): string {
  const cards = keys.map((key) => {
    const text = fleetSettings(url, key);
    return `<div>${picture(text)}<section><p><b>${escaped(key.name)}</b></p><p>${escaped(key.group ?? '')}</p><pre>${escaped(text)}</pre></section></div>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>Weatherglass</title><style>${STYLE}</style>${cards.join('\n')}\n`;
}

function picture(text: string): string {
  const squares = qrCode(text);
  if (squares === null) return ''; // an address of a hundred letters: the settings stand beside it
  const size = squares.length + 8;
  const dots = squares.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + 4} ${y + 4}h1v1h-1z` : ''))).join('');
  return `<svg viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path d="${dots}"/></svg>`;
}
