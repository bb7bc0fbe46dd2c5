import type { RainFacet } from '../api.ts';
import type { Sampler } from '../sampling/sampler.ts';
import type { RainRoom } from '../subjects/rain.ts';

interface Parts {
  rain: RainRoom;
  sampler: Sampler;
  nowS: () => number;
}

/** Answers about rain: chance and labels. */
export const rainAnswers = ({ rain, sampler, nowS }: Parts): RainFacet => ({
  precipitation: () => rain.model.bundle(sampler.reading?.tS ?? nowS()),
  label: (label, givenS) => rain.label(label, givenS),
  labels: (asked) => rain.labels(asked),
  correctLabel: (id, value) => rain.correct(id, value),
  undoLabel: (id) => rain.undo(id),
});
