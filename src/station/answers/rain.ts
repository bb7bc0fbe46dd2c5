import type { RainFacet } from '../api.ts';
import type { Sampler } from '../sampling/sampler.ts';
import type { Labelling } from '../subjects/labelling.ts';
import type { RainRoom } from '../subjects/rain.ts';

interface Parts {
  rain: RainRoom;
  labelling: Labelling;
  sampler: Sampler;
  nowS: () => number;
}

/** Answers about rain: chance and labels. */
export const rainAnswers = ({ rain, labelling, sampler, nowS }: Parts): RainFacet => ({
  nowS,
  precipitation: () => rain.bundle(sampler.reading?.tS ?? nowS()),
  label: (label) => labelling.label(label),
  labels: (asked) => rain.labels(asked),
  correctLabel: (id, value) => labelling.correct(id, value),
  undoLabel: (id) => labelling.undo(id),
});
