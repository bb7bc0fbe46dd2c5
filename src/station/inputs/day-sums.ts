import type { Zone } from '../../base/zone.ts';
import { finite, finiteOrNull } from '../../maths/check.ts';
import type { NarrowName, NarrowValues } from '../../quantities/names.ts';

/** The running local day and its sums; null for what was never reported. */
export type DaySumsState<Name extends NarrowName> = ({ day: number } & Record<Name, number | null>) | null;

/** Sums of some quantities over the running local day. A new day begins at 0 for what the day before had. */
export class DaySums<Name extends NarrowName> {
  #today: DaySumsState<Name>;

  constructor(
    private readonly zone: Zone,
    private readonly names: readonly Name[],
    saved: DaySumsState<Name> = null,
  ) {
    this.#today =
      saved && this.#with(finite(saved.day, 'day'), (name) => finiteOrNull(saved[name] ?? null, `sum of ${name}`));
  }

  get saved(): DaySumsState<Name> {
    return this.#today;
  }

  add(narrow: NarrowValues, tS: number): void {
    if (this.names.every((name) => narrow[name] === undefined)) return;
    const sums = this.at(tS);
    const day = Math.max(this.zone.dayOf(tS), this.#today?.day ?? 0); // a clock that went back opens no day again
    this.#today = this.#with(day, (name) => {
      const value = narrow[name];
      // Thousandths of a millimetre: sums without the noise of fractions.
      return value === undefined ? sums[name] : Math.round(((sums[name] ?? 0) + value) * 1e6) / 1e6;
    });
  }

  at(tS: number): Record<Name, number | null> {
    const last = this.#today;
    const day = this.zone.dayOf(tS);
    if (last !== null && last.day >= day) return last;
    // A sensor that stopped reporting a day ago has no sum of today.
    return this.#with(day, (name) => (last === null || last[name] === null || day > last.day + 1 ? null : 0));
  }

  /** Takes the sums anew from what is stored of the day, which is another one where a clock was mended. */
  resum(stored: (name: Name, fromS: number, untilS: number) => number | null, tS: number): void {
    if (this.#today === null) return;
    const day = this.zone.dayOf(tS);
    const sums = this.at(tS);
    const [fromS, untilS] = [this.zone.startOf(day), this.zone.startOf(day + 1)];
    this.#today = this.#with(day, (name) => stored(name, fromS, untilS) ?? (sums[name] === null ? null : 0));
  }

  #with(day: number, of: (name: Name) => number | null): NonNullable<DaySumsState<Name>> {
    return { day, ...(Object.fromEntries(this.names.map((name) => [name, of(name)])) as Record<Name, number | null>) };
  }
}
