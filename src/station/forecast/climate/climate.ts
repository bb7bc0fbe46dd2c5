import type { Outlook as OutlookBundle } from '../../../contract/forecast.ts';
import { restored, savedState } from '../../../maths/codec.ts';
import type { TickRow } from '../../tick.ts';
import { CLIMATE_SERIES, type ClimateValues, Climatology, Moment } from './climatology.ts';
import { HourlyMeans, type HourMean } from './hourly.ts';
import { Outlook } from './outlook.ts';

export type ClimateState = ReturnType<Climate['toJSON']>;

/** Climate of the station: ticks become hours, hours train climatology and the outlook, and how long anomalies last. */
export class Climate {
  hourly = new HourlyMeans();
  climatology = new Climatology();
  outlook: Outlook;

  constructor(private readonly dayOffsetS: number) {
    this.outlook = new Outlook(dayOffsetS);
  }

  /** Climatology at a time, per series, at station level. */
  usual(tS: number): ClimateValues {
    return this.climatology.at(new Moment(tS, this.dayOffsetS));
  }

  bundle(nowS: number, seaLevelRatio: number, timezone: string): OutlookBundle {
    return this.outlook.bundle(nowS, seaLevelRatio, this.climatology, timezone);
  }

  absorb(row: TickRow): void {
    for (const hour of this.hourly.add(row)) this.learnHour(hour);
  }

  /** In order of time; also an hour of the distant past, whose short differences are gone but whose level is not. */
  learnHour(mean: HourMean): void {
    const moment = new Moment(mean.tS, this.dayOffsetS);
    const anomalies: ClimateValues = { temperature: null, humidity: null, pressure: null, dew_point: null };
    for (const name of CLIMATE_SERIES) {
      const value = mean.values[name];
      if (value !== null) anomalies[name] = this.climatology.series[name].learn(moment, value);
    }
    this.outlook.learnHour(mean.tS, anomalies, mean.values, this.climatology);
  }

  /** Shifts climatology to the new scale, until it is relearned. */
  move(by: ClimateValues): void {
    for (const name of CLIMATE_SERIES) this.climatology.series[name].state.shift += by[name] ?? 0;
    this.outlook.move(by);
  }

  toJSON() {
    const { hourly, climatology, outlook } = this;
    return savedState({ hourly, climatology, outlook });
  }

  /** Restores a part of the saved state. A part that does not fit throws and changes nothing else. */
  restore(saved: Partial<ClimateState>): this {
    if (saved.hourly) this.hourly = restored(new HourlyMeans(), saved.hourly);
    if (saved.climatology) this.climatology = restored(new Climatology(), saved.climatology);
    if (saved.outlook) this.outlook = restored(new Outlook(this.dayOffsetS), saved.outlook);
    return this;
  }

  /** Rebuilds the running hour from its rows. */
  regather(rows: Iterable<TickRow>): void {
    this.hourly = new HourlyMeans();
    for (const row of rows) this.hourly.add(row);
  }
}
