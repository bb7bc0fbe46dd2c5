import { endpoints } from '../../contract/endpoints.ts';
import { notFound } from '../../http/api-error.ts';
import type { ForecastsFacet } from '../../station/api.ts';
import { wordedTraining } from '../../station/worded-training.ts';
import { sentence } from '../../words/sentence.ts';
import type { Answering } from '../answers/answering.ts';

export function forecastRoutes({ read, change }: Answering<ForecastsFacet>): void {
  read(
    endpoints.forecast,
    ({ of, query: { target, refresh } }) => {
      if (target !== undefined) knownTarget(of, target);
      const bundle = of.forecast(refresh);
      return target === undefined ? bundle : { ...bundle, targets: only(of, bundle.targets, target) };
    },
    ({ refresh }) => (refresh ? 'renews' : 'until the next sample'),
  );
  read(endpoints.outlook, ({ of, query: { target }, speaker }) => {
    const made = of.outlook();
    const outlook = { ...made, caveat: speaker.say(sentence('outlook.caveat')) };
    if (target === undefined) return outlook;
    const { targets, days } = outlook;
    return { ...outlook, targets: only(of, targets, target), ...(days && { days: only(of, days, target) }) };
  });
  read(endpoints.scorecard, ({ of, query: { target } }) => {
    const card = of.scorecard();
    if (target === undefined) return card;
    const known = knownTarget(of, target);
    return { ...card, rows: card.rows.filter((row) => row.target === known) };
  });
  read(endpoints.issued, ({ of, query: { at, target } }) => {
    const issued = of.issued(at);
    return target === undefined ? issued : { ...issued, targets: only(of, issued.targets, target) };
  });
  read(endpoints.chance, ({ of, query: { target, side, value, by } }) =>
    of.chance(knownTarget(of, target), side, value, by ?? null),
  );
  read(endpoints.chances, ({ of, query: { target, least, step, count } }) => {
    const values = Array.from({ length: count }, (_, i) => least + i * step);
    return of.chances(knownTarget(of, target), values);
  });
  read(endpoints.tonight, ({ of }) => of.tonight());
  read(endpoints.skill, ({ of, query: { target, horizon_s, by } }) => of.skill(knownTarget(of, target), horizon_s, by));
  change(endpoints.verify, ({ of }) => of.verify());
  change(endpoints.train, async ({ of, query, speaker }) => {
    const result = await of.train(query.hours);
    return 'error' in result ? result : wordedTraining(result, speaker);
  });
}

/** Filters answers to one quantity. */
function only<T>(forecasts: ForecastsFacet, all: Record<string, T[]>, target: string): Record<string, T[]> {
  return { [knownTarget(forecasts, target)]: all[target] ?? [] };
}

function knownTarget({ targets }: ForecastsFacet, asked: string): ForecastsFacet['targets'][number] {
  const known = targets.find((name) => name === asked);
  if (known === undefined) throw notFound(sentence('refusal.target', { target: asked }));
  return known;
}
