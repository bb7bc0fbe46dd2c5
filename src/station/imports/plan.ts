import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makeFolder } from '../../base/make-folder.ts';
import { writeWhole } from '../../base/whole-file.ts';
import type { Config } from '../../config/config.ts';
import type { ImportMap, ImportOptions } from '../../contract/imports.ts';
import { sentence } from '../../words/sentence.ts';
import { reductionHeightM } from '../air/physics/pressure.ts';
import { BOARD, type Scale } from '../air/scale/scale.ts';
import { mappingOf } from './formats/mapping.ts';
import { ImportRefusal } from './past-row.ts';
import type { ImportInput } from './steps.ts';
import { fileUnits } from './units.ts';

/** Facts about this station that an import needs. */
export interface ImportStation {
  config: Config;
  folder: string;
  /** Scale in force; null before the first sample. */
  scale: Scale | null;
  /** Its air is that of a room. */
  isInside: boolean;
  timeZone: string;
}

/** Input of scan and import: what a person has said, and what the station knows where nobody has. */
export function importInput(
  station: ImportStation,
  files: readonly string[],
  { units, air, zone, dates, map, map_name }: ImportOptions,
  nowS: number,
): ImportInput {
  const { config, folder, isInside, timeZone } = station;
  const { site, compensation } = config;
  if (units !== null && fileUnits(units) === null) throw new ImportRefusal(sentence('import.units', { units }));
  const inForce = station.scale ?? {
    k: compensation.k_prior,
    humidityOffset: compensation.humidity_offset_prior,
    psychrometric: compensation.psychrometric,
    ...BOARD,
  };
  return {
    files,
    zone: knownZone(zone ?? timeZone),
    nowS,
    placing: {
      core: air ?? (isInside ? 'indoor' : 'outdoor'),
      place: site,
      scale: { ...inForce, altitudeM: reductionHeightM(site) },
      pressureOffsetHpa: site.pressure_offset_hpa,
    },
    units,
    order: dates,
    map: mapOf(folder, map, map_name),
  };
}

function knownZone(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    throw new ImportRefusal(sentence('import.zone', { zone: name }));
  }
}

const MAPS = 'import-maps';
const NAME = /^[\w-]+$/;

/** Names of saved mappings. */
export const mapNames = (folder: string): string[] =>
  existsSync(join(folder, MAPS))
    ? readdirSync(join(folder, MAPS))
        .filter((name) => name.endsWith('.json'))
        .map((name) => name.slice(0, -'.json'.length))
        .sort()
    : [];

/** Mapping of a request, by itself or by the name of a saved one. */
function mapOf(folder: string, map: ImportMap | null, name: string | null): ImportMap | null {
  if (map) return usable(map, name ?? 'map');
  return name === null ? null : savedMap(folder, name);
}

function usable(map: unknown, path: string): ImportMap {
  const known = mappingOf(map);
  if (known === null) throw new ImportRefusal(sentence('import.odd-map', { path, why: '' }));
  return known;
}

function savedMap(folder: string, name: string): ImportMap {
  const path = join(folder, MAPS, `${name}.json`);
  if (!NAME.test(name) || !existsSync(path))
    throw new ImportRefusal(sentence('import.no-map', { path: basename(path) }));
  let map: unknown;
  try {
    map = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new ImportRefusal(sentence('import.odd-map', { path: basename(path), why: (error as Error).message }));
  }
  return usable(map, basename(path));
}

export function saveMap(folder: string, name: string, map: unknown): void {
  const known = usable(map, name);
  makeFolder(join(folder, MAPS));
  writeWhole(join(folder, MAPS, `${name}.json`), `${JSON.stringify(known, null, 2)}\n`);
}
