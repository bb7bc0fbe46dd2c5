import type { Steps } from '../../base/steps.ts';
import { TARGETS } from '../../contract/names.ts';
import type { ForecastsFacet } from '../api.ts';
import { chancesOf } from '../forecast/chance/by-hours.ts';
import { type Measured, tonightOf } from '../forecast/tonight.ts';
import { EXPLAINER } from '../forecast/verification.ts';
import type { AlarmsRoom } from '../subjects/alarms.ts';
import type { Forecasts } from '../subjects/forecasts.ts';
import type { Shared } from '../subjects/shared.ts';
import type { Training } from '../subjects/training.ts';
import { TICK_S, type TickRow } from '../tick.ts';

interface Parts extends Pick<Shared, 'store' | 'zone' | 'nowS'> {
  forecasts: Forecasts;
  training: Training;
  alarming: AlarmsRoom;
  /** The row of this very moment; null before there is one. */
  now: () => TickRow | null;
}

/** Answers about forecasts, outlook, scores and training. */
export const forecastAnswers = ({
  forecasts,
  forecasts: { engine },
  training,
  alarming: { alarms },
  store,
  zone,
  nowS,
  now,
}: Parts): ForecastsFacet => ({
  targets: TARGETS,
  forecast: (refresh) => forecasts.bundle(now(), refresh),
  outlook: () => engine.outlook(nowS()),
  scorecard: () => ({ rows: engine.scorecard(nowS()), explainer: EXPLAINER }),
  issued(atS) {
    const said = store.issued.at(atS);
    return { ...said, targets: Object.fromEntries(TARGETS.map((target) => [target, said.targets[target] ?? []])) };
  },
  chance(target, side, value, byS) {
    const paths = engine.paths(target);
    const by_ts = byS ?? paths?.lastS ?? null;
    const isToCome = by_ts !== null && by_ts > nowS();
    const chance = isToCome ? (paths?.chance(side, value, by_ts, engine.trusting(target, side)) ?? null) : null;
    return { target, side, value, issued_ts: paths?.issuedS ?? null, by_ts, chance };
  },
  chances(target, values) {
    const trusted = { below: engine.trusting(target, 'below'), above: engine.trusting(target, 'above') };
    return chancesOf(target, engine.paths(target), values, zone, nowS(), trusted);
  },
  tonight() {
    const column = forecasts.bundle(null, false).series ? 'outdoor_temp' : 'temp';
    function* measured(sinceS: number): Steps<Measured> {
      const { series } = yield* store.history.range(sinceS, nowS(), TICK_S, [column]);
      if (!('ts' in series)) return { ts: [], lo: [], hi: [] };
      return { ts: series.ts, lo: series[`${column}_lo`] ?? [], hi: series[`${column}_hi`] ?? [] };
    }
    return tonightOf(engine.paths('temperature'), zone, nowS(), alarms.chances.frost, measured);
  },
  skill: (target, horizonS, by) => engine.verification.history(target, horizonS, by),
  verify: () => forecasts.verify(),
  train: (hours) => training.train(hours),
});
