import type { Config } from '../../config/config.ts';
import type { Methods } from '../../contract/models.ts';
import { sentence } from '../../words/sentence.ts';
import { ENGLISH, type Speaker } from '../../words/speaker.ts';
import { FEATURE_NAMES } from '../forecast/learners/features.ts';
import { LIMITS, TERMS } from './glossary.ts';
import { flow, type MethodFacts, type Step, steps } from './pipeline.ts';

/** `/api/methods`, from the running configuration, in the reader's language. Ids, inputs and outputs are names of the API and stay. */
export function describeMethods(config: Config, facts: MethodFacts, { say }: Speaker = ENGLISH): Methods {
  const described = ({ id, stage, failure, params, math, ...rest }: Step): Methods['pipeline'][number] => ({
    ...rest,
    id,
    stage: say(sentence(`methods.stage.${stage}`)),
    title: say(sentence(`methods.step.${id}.title`)),
    technique: say(sentence(`methods.step.${id}.technique`)),
    why: say(sentence(`methods.step.${id}.why`)),
    failure: say(failure ?? sentence(`methods.step.${id as Exclude<Step['id'], 'store' | 'rain'>}.failure`)),
    params: Object.fromEntries(params.map(([name, value]) => [say(sentence(`methods.param.${name}`)), say(value)])),
    ...(math && { math: math.map((formula) => (typeof formula === 'string' ? formula : say(formula))) }),
  });
  return {
    pipeline: steps(config, facts).map(described),
    flow,
    glossary: TERMS.map((term) => ({
      term: say(sentence(`methods.term.${term}`)),
      meaning: say(sentence(`methods.meaning.${term}`)),
    })),
    features: [...FEATURE_NAMES],
    honest_limits: LIMITS.map((limit) => say(sentence(`methods.limit.${limit}`))),
  };
}
