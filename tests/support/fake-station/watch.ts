import { DAY_S } from '../../../src/base/durations.ts';
import type { Steps } from '../../../src/base/steps.ts';
import { Config } from '../../../src/config/config.ts';
import type { Anomaly, SignalHealth } from '../../../src/contract/conditions.ts';
import type { EventRecord } from '../../../src/contract/events.ts';
import type { Methods, Nerd } from '../../../src/contract/models.ts';
import { worded } from '../../../src/station/answers/worded.ts';
import type { WatchFacet } from '../../../src/station/api.ts';
import { describeMethods } from '../../../src/station/methods/describe.ts';
import type { EventFilter } from '../../../src/station/store/tables/events.ts';
import { NOVELTY_SIGNALS } from '../../../src/station/watch/novelty-inputs.ts';
import { ENGLISH, type Speaker } from '../../../src/words/speaker.ts';
import { fakeInternals } from '../fake-internals.ts';
import type { FakeWorld } from './world.ts';

export class FakeWatch implements WatchFacet {
  constructor(private readonly world: FakeWorld) {}

  methods(speaker: Speaker = ENGLISH): Methods {
    return describeMethods(Config.parse({}), { hardware: 'sense-hat', kNow: 0.62, humidityOffsetNow: 1.5 }, speaker);
  }

  anomaly(speaker: Speaker = ENGLISH): Anomaly {
    const faulty = this.world.variant === 'faulty';
    const signal = (status: SignalHealth['status'], value: number | null, std: number | null, detail: string) => ({
      status,
      detail,
      value,
      std,
    });
    const now = this.world.values(this.world.nowS());
    return {
      novelty: {
        d2: this.world.cold ? null : 9.4,
        d2_instant: this.world.cold ? null : 11.2,
        alarm: false,
        warm: !this.world.cold,
        contributions: this.world.cold
          ? {}
          : Object.fromEntries(NOVELTY_SIGNALS.map(({ name }, i) => [name, 0.4 + 0.2 * i])),
      },
      health: {
        temperature: signal('ok', now.temperature, 0.03, 'steady'),
        humidity: faulty
          ? signal('missing', null, null, 'no answer at 0x5f')
          : signal('ok', now.humidity, 0.2, 'steady'),
        pressure: signal('ok', now.pressure, 0.02, 'steady'),
        cpu: faulty ? signal('missing', null, null, 'no CPU temperature') : signal('ok', 52.1, 0.6, 'steady'),
      },
      health_overall: this.world.health,
      drift: { stress: this.world.cold ? 0 : 0.127, alarms: 0, last_alarm_ts: null, retrain_requested: false },
      events: this.events(20, { kinds: ['novelty', 'drift', 'health', 'sensor'] }, speaker),
    };
  }

  *nerdInSteps(): Steps<Nerd> {
    yield;
    return this.nerd();
  }

  pressure = () => ({
    station_hpa: 965.2,
    sea_level_hpa: 1014.6,
    altimeter_hpa: 1013.4,
    offset_hpa: 0,
    altitude_m: 408,
    mean_temperature: 4.1,
    indoors: false,
  });

  models = () => {
    const { precipitation, climatology, heads } = this.nerd();
    return {
      nowcast: heads.map((head) => ({
        target: head.target,
        horizon_s: head.horizon_s,
        n_updates: head.n_updates,
        n_scored: Math.max(0, head.n_updates - 12),
        weights: head.weights,
        member_mae: { persistence: 0.62, climatology: 1.1, learned: 0.51 },
        conformal_alpha: head.alpha,
        conformal_halfwidth: head.halfwidth,
        coverage: head.coverage,
      })),
      climatology: {
        ready: climatology.ready,
        annual_terms: climatology.annual_terms,
        history_days: Math.round((this.world.historyS / DAY_S) * 100) / 100,
        residual_std: climatology.residual_std,
      },
      precipitation,
      calibration: this.world.thermal,
    };
  };

  nerd = () =>
    fakeInternals({
      cold: this.world.cold,
      historyDays: this.world.historyS / DAY_S,
      strongLabels: this.world.labels.size,
      thermal: this.world.thermal,
      humidity: this.world.humidity,
      levels: this.world.values(this.world.nowS()),
    });

  events(
    limit: number,
    { startS = 0, endS = Infinity, beforeId = Infinity, kinds }: EventFilter = {},
    speaker: Speaker = ENGLISH,
  ): EventRecord[] {
    const among = this.world.events.filter(
      ({ id = 0, ts, kind }) => id < beforeId && ts >= startS && ts < endS && (kinds?.includes(kind) ?? true),
    );
    return worded(among.slice(0, limit), speaker);
  }
}
