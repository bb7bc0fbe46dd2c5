import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_S } from '../../../src/base/durations.ts';
import { Zone } from '../../../src/base/zone.ts';
import { NOTHING_OUTSIDE } from '../../../src/connections/uploads/observation.ts';
import { Outbox } from '../../../src/station/outbox/outbox.ts';
import type { OutboxRow } from '../../../src/station/outbox/row.ts';
import type { Store } from '../../../src/station/store/store.ts';
import { emptyRow } from '../../support/empty-row.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { openStore } from '../../support/open-store.ts';

/** 2025-06-15 12:00 UTC. */
export const NOON = 1_749_988_800;

/** A station that is nothing but its rows: a real store, a real outbox, and a day of samples in a moment. */
export class Measured {
  readonly folder = mkdtempSync(join(tmpdir(), 'weatherglass-connections-'));
  readonly store: Store;
  readonly outbox: Outbox;

  /** `before`: what lies in the folder when the station begins. */
  constructor(
    readonly clock = new FakeClock(NOON),
    before: (folder: string) => void = () => undefined,
    private readonly timeZone = 'UTC',
  ) {
    before(this.folder);
    this.store = openStore({
      folder: this.folder,
      clock,
      rawRetentionDays: 7,
      fiveMinRetentionDays: 90,
      timeZone,
    });
    this.outbox = this.outboxAnew();
  }

  /** As a start finds it: it knows what is written down. */
  outboxAnew(): Outbox {
    const nowS = () => this.clock.nowS();
    return new Outbox({
      zone: new Zone(this.timeZone),
      store: this.store,
      clock: this.clock,
      nowS,
      isConfirmed: () => true,
      moving: () => false,
      waitingS: () => 0,
    });
  }

  /** One sample a minute, or fewer: 18.4 °C outside, 61 %, 1016.2 hPa at sea level, with a ripple that tells rows apart. */
  async measure(seconds: number, everyS = 60): Promise<void> {
    for (let s = 0; s < seconds; s += everyS) {
      this.#append(this.clock.nowS());
      this.store.flush();
      await this.clock.advance(everyS * 1000);
    }
  }

  /** The same before anybody sends: a commit has a day of it, and the clock goes on at the end. */
  async measureUnsent(seconds: number, everyS: number): Promise<void> {
    const fromS = this.clock.nowS();
    for (let s = 0; s < seconds; s += everyS) {
      this.#append(fromS + s);
      if (s % DAY_S === 0) this.store.flush();
    }
    this.store.flush();
    await this.clock.advance(seconds * 1000);
  }

  #append(tS: number): void {
    const ripple = Math.round((tS - NOON) / 300) / 1000;
    this.store.samples.append({
      ...emptyRow(tS),
      temp_smooth: 18.4 + ripple,
      hum_smooth: 61,
      press_slp: 1016.2,
      press_smooth: 1013.227,
      dew: 10.74,
      lux: 312,
    });
  }

  close(): void {
    this.store.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** What a row has of the air around the board: of a warm room, of a cold one, and of one that nothing is known of. */
export const ROOMS: readonly Partial<OutboxRow>[] = [
  {
    ...{ temperatureC: 21.57, humidityPct: 44.4, dewPointC: 8.88, lux: 312, cloudIndex: 0.23 },
    ...{ temperatureRateCPerH: 0.1, cpuC: 48 },
  },
  {
    ...{ temperatureC: -4.1, humidityPct: 93.7, dewPointC: -5.02, lux: 0, cloudIndex: 0.97 },
    ...{ temperatureRateCPerH: -3.7, cpuC: 71.3 },
  },
  {
    ...{ temperatureC: null, humidityPct: null, dewPointC: null, lux: null, cloudIndex: null },
    ...{ temperatureRateCPerH: null, cpuC: null },
  },
];

/** The same with what bought sensors measure outside. A hygrometer without a thermometer beside it may hang in the room. */
export const withWeather = (room: Partial<OutboxRow>, outdoorC: number | null): Partial<OutboxRow> => ({
  ...room,
  outside: () => ({
    ...NOTHING_OUTSIDE,
    ...{ windSpeedMs: 3.1, windDirectionDeg: 210, rainHourMm: 1.2 },
    outdoorHumidityPct: outdoorC === null ? (room.humidityPct ?? null) : 71,
  }),
});

/** A row as the outbox gives it, of a calm afternoon. */
export const row = (more: Partial<OutboxRow> = {}): OutboxRow => ({
  startS: NOON,
  widthS: 300,
  tS: NOON + 300,
  temperatureC: 18.4,
  humidityPct: 61,
  seaLevelHpa: 1016.2,
  stationHpa: 1013.227,
  dewPointC: 10.74,
  outdoorC: null,
  lux: 312,
  cloudIndex: null,
  temperatureRateCPerH: null,
  pressureRateHpaPerH: null,
  cpuC: null,
  ...more,
});
