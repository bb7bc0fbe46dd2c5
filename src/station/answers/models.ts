import type { Models, Nerd } from '../../contract/models.ts';
import type { ForecastInternals } from '../forecast/diagnostics.ts';
import { FEATURE_NAMES } from '../forecast/learners/features.ts';
import type { RainModel } from '../forecast/rain/model.ts';
import type { PipelineParts } from '../sampling/pipeline-memory.ts';

/** `/api/models`, spec 2.8. */
export const modelsOf = (parts: PipelineParts, forecasts: ForecastInternals, rain: RainModel): Models => ({
  nowcast: forecasts.nowcast(),
  climatology: forecasts.climatologyFacts(2),
  precipitation: rain.internals(),
  calibration: parts.thermal.dictionary(),
});

/** `/api/nerd`, spec 2.10. */
export const nerdOf = (
  { filters, thermal, humidity }: PipelineParts,
  forecasts: ForecastInternals,
  rain: RainModel,
  monitoring: Nerd['monitoring'],
): Nerd => ({
  feature_names: [...FEATURE_NAMES],
  filters: filters.internals(),
  compensators: { thermal: thermal.dictionary(), humidity: humidity.dictionary() },
  heads: forecasts.heads(),
  climatology: forecasts.climatology(),
  precipitation: rain.internals(),
  monitoring,
  innovation: filters.innovations(),
  reliability: { points: forecasts.reliability() },
});
