import type { Saved } from '../../../src/maths/codec.ts';
import { SortedRing } from '../../../src/maths/sorted-ring.ts';
import { Conformal } from '../../../src/station/forecast/bands/conformal.ts';
import { conformalSettings } from '../../../src/station/forecast/bands/conformal-settings.ts';
import { Evenness } from '../../../src/station/forecast/bands/evenness.ts';
import { Volatility } from '../../../src/station/forecast/bands/volatility.ts';
import { VOLATILITY_INPUTS, WIDTH_INPUTS, widthPrior } from '../../../src/station/forecast/bands/width-inputs.ts';
import { noise } from './forecast-worlds.ts';
import { type Learner, learner } from './learner.ts';
import { lessons } from './worlds.ts';

const conformal = conformalSettings(300, 3600);
type Lesson = ReturnType<typeof lessons>[number];

/** Answers what it said before. */
const volatile = (volatility: Volatility, { phi, y }: Lesson): unknown => {
  const scale = volatility.scale(phi);
  volatility.learn(phi, y);
  return [scale, volatility.recent];
};

/** What learns how wide a band has to be. */
export const intervalLearners: readonly Learner[] = [
  learner('SortedRing', noise, {
    fresh: () => new SortedRing(100),
    restored: (saved: string) => new SortedRing(100).restore(saved),
    step: (ring, x) => {
      ring.push(x);
      return [ring.size, ring.smallest(1), ring.quantile(0.9)];
    },
  }),
  learner('Conformal', noise, {
    fresh: () => new Conformal(conformal),
    restored: (saved: Saved<Conformal>) => new Conformal(conformal).restore(saved),
    step: (interval, x) => {
      interval.learn(x, 1 + Math.abs(x) / 10, interval.quantile());
      return [
        interval.quantile(),
        interval.band(2),
        interval.signedQuantiles(),
        interval.state.alpha,
        interval.coverage,
      ];
    },
  }),
  learner('Evenness', noise, {
    fresh: () => new Evenness(48, 48),
    step: (evenness, x) => {
      const scale = 1 + Math.abs(x) / 10;
      const halfwidth = evenness.halfwidth(scale, 1.6);
      evenness.learn(scale, halfwidth, Math.abs(x) > halfwidth ? 0.9 : -0.1);
      return evenness.halfwidth(2, 1);
    },
  }),
  learner('Volatility', lessons(30, VOLATILITY_INPUTS, 2500), {
    fresh: () => new Volatility(1, 1800, 3600),
    step: volatile,
  }),
  learner('Volatility from a prior', lessons(30, WIDTH_INPUTS, 2500), {
    fresh: () => new Volatility(1, 1800, 86_400, widthPrior('humidity', 86_400)),
    step: volatile,
  }),
];
