import type { MachineQuantity } from '../../contract/alarm-names.ts';
import { insideTelemetry, NARROW, type NarrowName, type NarrowValues, quantitiesWith } from '../../quantities/names.ts';
import type { FeltQuantities, Reading } from '../sampling/reading.ts';
import { VALUE_OF } from '../sampling/stored-row.ts';

/** Conditions of the machine and the sensors, each by its number; null where nobody knows. */
export type Machine = Readonly<Record<MachineQuantity, () => number | null>>;

/** Values that no sample holds: derived from the present values of any sensor, and from the day so far. */
const WORKED_OUT = ['windChillC', 'apparentC', 'feelsLikeC', 'rainTodayMm', 'strikesToday'] as const;
export type WorkedOut = FeltQuantities & Readonly<Record<(typeof WORKED_OUT)[number], number | null>>;
const isWorkedOut = (name: string): name is keyof WorkedOut => (WORKED_OUT as readonly string[]).includes(name);

const DERIVED: ReadonlySet<string> = new Set(insideTelemetry('derived').map(({ name }) => name));
const OF_AIR: ReadonlySet<string> = new Set(
  quantitiesWith('group').flatMap((row) =>
    ['air', 'part', 'optional'].includes(row.group) && !('narrow' in row) ? [row.name] : [],
  ),
);
const COUNTERS: ReadonlySet<string> = new Set(
  NARROW.flatMap(({ name, kind }) => ((kind as string) === 'counter' ? [name] : [])),
);

/** Newest value of each watched quantity with its age: what a sender reports once a minute is not missing between two reports. */
export class Values {
  readonly #seen = new Map<string, { value: number; ageS: number }>();
  /** Of this turn's reading, if it is another than before. */
  #narrow: NarrowValues = {};
  #count = -1;
  /** Whether this turn has another reading than the one before. */
  isNew = false;
  /** Time since the newest reading came. */
  #ageS = 0;

  /** `isOutdoors`: where no probe is, the station's own thermometer tells of the outdoors. */
  constructor(
    private readonly machine: Machine,
    private readonly isOutdoors: boolean,
    private readonly workedOut: (reading: Reading) => WorkedOut,
    private readonly present: (name: NarrowName, reading: Reading) => number | null,
  ) {}

  /** A turn: `count` tells readings apart. What was not watched before is looked for in the reading that is there. */
  turn(watched: ReadonlySet<string>, reading: Reading | null, count: number, passedS: number): void {
    const isNew = reading !== null && count !== this.#count;
    this.isNew = isNew;
    this.#count = count;
    this.#ageS = isNew ? 0 : this.#ageS + passedS;
    this.#narrow = (isNew && reading.sample.narrow) || {};
    for (const [name, seen] of this.#seen) {
      seen.ageS += passedS;
      if (!watched.has(name)) this.#seen.delete(name);
    }
    for (const name of watched) {
      const ofMachine = name in this.machine;
      if (!ofMachine && !isNew && this.#seen.has(name)) continue;
      const value = ofMachine ? this.machine[name as MachineQuantity]() : reading && this.#of(name, reading);
      if (value === null) continue;
      this.#seen.set(name, { value, ageS: ofMachine ? 0 : this.#ageS });
    }
  }

  /** Null where it is older than `freshS`. */
  fresh(name: string, freshS: number): number | null {
    const seen = this.#seen.get(name);
    return seen && seen.ageS <= freshS ? seen.value : null;
  }

  /** Increment of a counter with this turn's reading: it counts once. */
  increment(name: string): number {
    return this.#narrow[name as NarrowName] ?? 0;
  }

  #of(name: string, reading: Reading): number | null {
    if (name === 'outdoorC' && this.isOutdoors) return reading.outdoorC ?? reading.smooth.temperatureC;
    if (Object.hasOwn(VALUE_OF, name)) return VALUE_OF[name as keyof typeof VALUE_OF](reading) ?? null;
    if (isWorkedOut(name)) return this.workedOut(reading)[name];
    if (DERIVED.has(name)) return reading.derived[name as keyof Reading['derived']];
    const heard = name as NarrowName;
    return reading.sample.narrow?.[heard] ?? this.present(heard, reading);
  }
}

/** Whether a change of scale moves this quantity: it follows from the station's own air, not from a sender, the light or the machine. */
export const isOfAir = (quantity: string): boolean => OF_AIR.has(quantity);
export const isCounter = (quantity: string): boolean => COUNTERS.has(quantity);
