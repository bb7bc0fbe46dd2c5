import type { Config } from '../../config/config.ts';
import type { Methods } from '../../contract/models.ts';
import { FEATURE_NAMES } from '../forecast/learners/features.ts';
import { glossary, honestLimits } from './glossary.ts';
import { flow, type MethodFacts, stages } from './pipeline.ts';

/** `/api/methods`, from the running configuration. */
export const describeMethods = (config: Config, facts: MethodFacts): Methods => ({
  pipeline: stages(config, facts),
  flow,
  glossary,
  features: [...FEATURE_NAMES],
  honest_limits: honestLimits,
});
