import { type NarrowName, quantitiesWith } from '../../quantities/names.ts';
import type { Named } from './roster.ts';

/** Narrow quantity of each path that is taken as it comes, and its column of the history. */
export const TAKEN: ReadonlyMap<string, { name: NarrowName; chart: string }> = new Map(
  quantitiesWith('narrow', 'input', 'chart').map(({ input, name, chart }) => [input, { name, chart }]),
);

/** Column of each value that the station works on before it stores it. */
const MADE: Readonly<Record<string, string>> = {
  'wind.speed_ms': 'wind_speed',
  'wind.gust_ms': 'wind_gust',
  'wind.dir_deg': 'wind_direction',
  'rain.rate_mmh': 'rain_rate',
  'lightning.distance_km': 'lightning_distance_km',
  'lightning.count': 'lightning_count',
  'lightning.count_day': 'lightning_count',
  'lightning.interval_count': 'lightning_count',
};
/** Column of the history that holds a value of the sender that the station takes it from. */
export const columnOf = (path: string): string | undefined => TAKEN.get(path)?.chart ?? MADE[path];

/** Number of channels of each kind, and the first one that a sender without a number of its own gets: consoles use the low ones. */
const KINDS = { ch: [24, 11], probe: [16, 9], soil: [16, 1], leaf: [8, 1], pm: [8, 1] } as const;
type Kind = keyof typeof KINDS;
const NUMBERED = /^(ch|probe|soil|leaf|pm)(\d*)$/;
const IS_AIR = /^(temperature_c|humidity_pct)$/;

interface Owner {
  id: string;
  head: string;
  /** Paths that were ever told there. */
  measures: string[];
  /** A person took it out of use; being heard takes it in again. */
  isRetired?: boolean;
}
/** Owner of each channel, by its name: `ch11`. */
export type ChannelsState = Record<string, Owner>;

/** Kind of the channel that would keep a value. */
export const kindOf = (head: string, measure: string): Kind | null => asked(head, measure)?.kind ?? null;

/** Kind and number of the channel that a path asks for; null where one quantity of the station holds it. */
function asked(head: string, measure: string): { kind: Kind; n: number | null } | null {
  const [, kind, digits] = NUMBERED.exec(head === 'pm_in' ? 'pm' : head) ?? [];
  if (kind === 'soil' && measure === 'temperature_c') return { kind: 'probe', n: null };
  if (kind !== undefined) return { kind: kind as Kind, n: digits ? Number(digits) : null };
  return IS_AIR.test(measure) ? { kind: 'ch', n: null } : null;
}

/**
 * Channels of the history: extra thermometers, soil, leaves and particles, each sensor's in a channel of its own. A gateway's third
 * channel is the third one while it is free. Air that is not the truth outdoors gets one, too: the pool, the freezer, the room of a console.
 */
export class Channels {
  #owners = new Map<string, Owner>();

  /** `isUsed`: whether a sender still counts. Channels of others are given away when none is free. */
  constructor(
    private readonly isUsed: (id: string) => boolean,
    saved: ChannelsState = {},
  ) {
    this.take(saved);
  }

  take(saved: ChannelsState): void {
    this.#owners = new Map(Object.entries(saved).map(([slot, owner]) => [slot, { ...owner }]));
  }

  toJSON(): ChannelsState {
    return structuredClone(Object.fromEntries(this.#owners));
  }

  /** Quantity of the channel that holds this value of a sender; null where it needs none, or none is free. `isTruth`: this air is that outdoors. */
  quantityFor(id: string, path: string, isTruth: boolean): NarrowName | null {
    const [head = '', measure = ''] = path.split('.');
    const kind = head === 'outdoor' && isTruth ? null : asked(head, measure);
    if (kind === null) return null;
    const slot = this.#slotOf(id, head, kind.kind) ?? this.#take(id, head, kind);
    const taken = slot === null ? undefined : TAKEN.get(`${slot}.${measure}`);
    if (slot === null || taken === undefined) return null;
    const owner = this.#owners.get(slot)!;
    owner.isRetired = false;
    if (!owner.measures.includes(measure)) owner.measures.push(measure);
    return taken.name;
  }

  #slotOf(id: string, head: string, kind: Kind): string | null {
    for (const [slot, owner] of this.#owners)
      if (owner.id === id && owner.head === head && slot.replace(/\d+$/, '') === kind) return slot;
    return null;
  }

  #take(id: string, head: string, { kind, n }: { kind: Kind; n: number | null }): string | null {
    const [most, first] = KINDS[kind];
    const all = Array.from({ length: most }, (_, i) => `${kind}${((first - 1 + i) % most) + 1}`);
    const own = n !== null && n >= 1 && n <= most ? [`${kind}${n}`] : [];
    const free = [...own, ...all].find((slot) => !this.#owners.has(slot));
    const isGiven = ({ id: by, isRetired }: Owner) => !this.isUsed(by) || isRetired === true;
    const slot = free ?? all.find((one) => isGiven(this.#owners.get(one)!)) ?? null;
    if (slot !== null) this.#owners.set(slot, { id, head, measures: [] });
    return slot;
  }

  /** Sensors behind a sender by the heads of their paths, but for the air that a board may give. `named`: what a person calls each. */
  partsOf(id: string, named: Readonly<Record<string, Named>> = {}): Record<string, Named & { retired: boolean }> {
    const own = [...this.#owners.values()].filter((owner) => owner.id === id && owner.head !== 'outdoor');
    return Object.fromEntries(
      own.map(({ head, isRetired }) => [
        head,
        { name: null, place: null, ...named[head], retired: isRetired === true },
      ]),
    );
  }

  /** Heads of a sender that counts whose values are expected. */
  headsOf(id: string): string[] {
    if (!this.isUsed(id)) return [];
    return Object.entries(this.partsOf(id)).flatMap(([head, { retired }]) => (retired ? [] : [head]));
  }

  /** Takes one sensor out of use. Its history stays; another one may have its channel. */
  retire(id: string, head: string, isRetired: boolean): void {
    for (const owner of this.#owners.values()) if (owner.id === id && owner.head === head) owner.isRetired = isRetired;
  }

  /** Column of the history that holds each value of a sender, by its path. */
  columnsOf(id: string): Record<string, string> {
    return Object.fromEntries(
      [...this.#owners].flatMap(([slot, owner]) =>
        owner.id === id
          ? owner.measures.map((measure) => [`${owner.head}.${measure}`, TAKEN.get(`${slot}.${measure}`)!.chart])
          : [],
      ),
    );
  }

  /** Replacement: it goes on with the channels of another sender. */
  replace(before: string, id: string): void {
    for (const owner of this.#owners.values()) if (owner.id === before) owner.id = id;
  }
}
