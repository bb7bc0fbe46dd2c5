import href from '../../../../../static/towns/towns.txt?url';
import { getText } from '../../../kit/data/station.ts';
import { fold, foldedRound } from './fold.ts';

export interface Town {
  name: string;
  /** `DE`; American ones with their state: `US CA`. */
  country: string;
  latitude: number;
  longitude: number;
  altitudeM: number;
  timezone: string;
}

export type Towns = ReturnType<typeof townsOf>;

/** Towns of the file that scripts/towns.mjs makes: columns with a line for each town, the largest first. */
export function townsOf(text: string) {
  const [zones, names, others, countries, lats, lons, heights, zoneOf] = text
    .split('\n=\n')
    .map((column) => column.split('\n')) as [string[], ...string[][]];
  const number = (column: string[] | undefined, i: number): number => Number.parseInt(column![i]!, 36);
  const town = (i: number): Town => ({
    name: names![i]!,
    country: countries![i]!,
    latitude: number(lats, i) / 100,
    longitude: number(lons, i) / 100,
    altitudeM: number(heights, i),
    timezone: zones[number(zoneOf, i)]!,
  });
  // Each name between bars, so that one search finds the beginning of any of them.
  const searched = names!.map((name, i) => {
    const round = foldedRound(name);
    const more = others![i] ? `${others![i]!.replaceAll(',', '|')}|` : '';
    return `|${fold(name)}|${round === null ? '' : `${round}|`}${more}`;
  });
  return {
    /** Search in four ranks: equal name, name with this beginning, alternative name, later word with this beginning; each by population. */
    search(typed: string, most: number): Town[] {
      const wanted = fold(typed);
      if (wanted.length < 2) return [];
      const [whole, start, word] = [`|${wanted}|`, `|${wanted}`, ` ${wanted}`];
      const ranks: number[][] = [[], [], [], []];
      for (const [i, known] of searched.entries()) {
        const holds = [known.includes(whole), known.startsWith(start), known.includes(start), known.includes(word)];
        ranks[holds.indexOf(true)]?.push(i);
      }
      return ranks.flat().slice(0, most).map(town);
    },
    nearest(latitude: number, longitude: number) {
      const narrow = Math.cos((latitude * Math.PI) / 180);
      let best: { i: number; distance: number } | null = null;
      for (let i = 0; i < names!.length; i++) {
        const east = Math.abs(number(lons, i) / 100 - longitude);
        const x = Math.min(east, 360 - east) * narrow;
        const y = number(lats, i) / 100 - latitude;
        const distance = x * x + y * y;
        if (best === null || distance < best.distance) best = { i, distance };
      }
      return best === null ? null : town(best.i);
    },
  };
}

let coming: Promise<Towns> | null = null;

/** List of towns: half a megabyte, fetched when the step of the place is first opened. */
export function towns(): Promise<Towns> {
  coming ??= getText(href).then(townsOf);
  coming.catch(() => (coming = null)); // asked for again with the next try
  return coming;
}
