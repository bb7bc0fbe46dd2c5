import href from '../../../../static/coast/coast.txt?url';

/** A coastline or border of a lake: longitude and latitude in turn, degrees. */
export type Line = readonly number[];

const STEP = 0.01;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const VALUES = new Map([...LETTERS].map((letter, value) => [letter, value]));

/** Once round the world. */
const ROUND = 360 / STEP;

/**
 * See scripts/coastlines.mjs: differences in hundredths of a degree, five bits a letter, the lowest first, the sign last of all. Lines that
 * end on 180° have ends on −180° there, too: the same place.
 */
export function unpacked(text: string): Line[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((packed) => {
      const line: number[] = [];
      const at = [0, 0];
      let value = 0;
      let place = 1;
      for (const letter of packed) {
        const bits = VALUES.get(letter)!;
        value += (bits & 31) * place;
        place *= 32;
        if (bits >= 32) continue;
        const axis = line.length % 2;
        const step = value % 2 === 1 ? -(value + 1) / 2 : value / 2;
        at[axis] = at[axis]! + step - (Math.abs(step) > ROUND / 2 ? ROUND * Math.sign(step) : 0);
        line.push(at[axis]! * STEP);
        value = 0;
        place = 1;
      }
      const rounds = Math.round(line[2 * (line.length >> 2)]! / 360);
      return line.map((value, i) => (i % 2 === 0 ? value - 360 * rounds : value));
    });
}

let coming: Promise<Line[]> | undefined;
/** Fetched once, with the first map. */
export function coastlines(): Promise<Line[]> {
  coming ??= fetch(href).then(async (answer) => {
    if (!answer.ok) throw new Error(`${href} does not come: ${answer.status}`);
    return unpacked(await answer.text());
  });
  coming.catch(() => (coming = undefined)); // asked for again with the next map
  return coming;
}
