import { endpoints } from '../../contract/endpoints.ts';
import { found } from '../../http/api-error.ts';
import type { RainFacet, WatchFacet } from '../../station/api.ts';
import { sentence } from '../../words/sentence.ts';
import type { Answering } from '../answers/answering.ts';
import { pastMoment } from '../gate/window.ts';

export function conditionRoutes(rain: Answering<RainFacet>, watch: Answering<WatchFacet>): void {
  rain.read(endpoints.precipitation, ({ of }) => of.precipitation() ?? {});
  watch.read(endpoints.pressure, ({ of }) => of.pressure());
  watch.read(endpoints.anomaly, ({ of, speaker }) => of.anomaly(speaker));
  watch.read(endpoints.models, ({ of }) => of.models());
  watch.read(endpoints.nerd, ({ of }) => of.nerdInSteps());
  watch.read(endpoints.methods, ({ of, speaker }) => of.methods(speaker));
  rain.change(endpoints.label, ({ of, body: { kind, value, ts, note }, cameS }) =>
    of.label({ kind, value, tS: pastMoment(ts, cameS), note }, cameS),
  );
  rain.read(endpoints.labels, ({ of, query }) => of.labels(query));
  rain.change(endpoints.correctLabel, ({ of, params: { id }, body: { value } }) =>
    found(of.correctLabel(id, value), sentence('refusal.label', { id })),
  );
  rain.change(endpoints.undoLabel, ({ of, params: { id } }) =>
    found(of.undoLabel(id), sentence('refusal.label', { id })),
  );
}
