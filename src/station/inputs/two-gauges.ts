export type TwoGaugesState = ReturnType<TwoGauges['toJSON']>;

const WEEK_DAYS = 7;
/** Largest share by which two good gauges of one garden differ; and rain below which a share says nothing. */
const MOST_APART = 0.3;
const LEAST_MM = 5;

/** Comparison of the gauges of one station, once a day over the week before: it finds a nest in the funnel. Their rain is never mixed. */
export class TwoGauges {
  /** Rain of each gauge by local day. */
  readonly #days: Map<number, Record<string, number>>;
  #toldDay: number | null;

  constructor(saved: TwoGaugesState = { days: {}, toldDay: null }) {
    this.#days = new Map(Object.entries(saved.days).map(([day, sums]) => [Number(day), { ...sums }]));
    this.#toldDay = saved.toldDay;
  }

  toJSON() {
    return { days: Object.fromEntries(this.#days), toldDay: this.#toldDay };
  }

  add(id: string, mm: number, day: number): void {
    const sums = this.#days.get(day) ?? {};
    this.#days.set(day, sums);
    sums[id] = Math.round(((sums[id] ?? 0) + mm) * 1e6) / 1e6;
    for (const old of this.#days.keys()) if (old < day - WEEK_DAYS) this.#days.delete(old);
  }

  /** Another gauge that differs from the main one over seven days on which both reported; at most once a week. */
  look(main: string, day: number): { other: string; mm: number; otherMm: number } | null {
    if (this.#toldDay !== null && day - this.#toldDay < WEEK_DAYS) return null;
    const week = Array.from({ length: WEEK_DAYS }, (_, i) => this.#days.get(day - 1 - i));
    const sum = (id: string): number | null =>
      week.every((sums) => sums?.[id] !== undefined) ? week.reduce((all, sums) => all + sums![id]!, 0) : null;
    const mm = sum(main);
    if (mm === null) return null;
    for (const other of Object.keys(week[0]!)) {
      const otherMm = other === main ? null : sum(other);
      if (otherMm === null || Math.max(mm, otherMm) < LEAST_MM) continue;
      if (Math.abs(mm - otherMm) <= MOST_APART * Math.max(mm, otherMm)) continue;
      this.#toldDay = day;
      return { other, mm, otherMm };
    }
    return null;
  }
}
