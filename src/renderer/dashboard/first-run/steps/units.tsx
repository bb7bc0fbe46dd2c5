import type { Units } from '../../../kit/format.ts';
import { answer, draft } from '../draft.ts';
import { Question } from '../question.tsx';
import { StepPage, type StepProps } from '../step.tsx';

const FAHRENHEIT = /^(US|LR|MM|BS|KY|PW|FM|MH)\b/;

/** Units that people of the chosen country expect, until the owner has said so. */
export const chosenUnits = (): Units =>
  draft.value.units ?? (FAHRENHEIT.test(draft.value.place?.country ?? '') ? 'imperial' : 'metric');

export function UnitsStep({ back, next }: StepProps) {
  const chosen = chosenUnits();
  const goOn = (): void => {
    answer({ units: chosen });
    next();
  };
  return (
    <StepPage back={back} next={goOn}>
      <Question of="site.units" value={chosen} set={(units) => answer({ units: units as Units })} />
    </StepPage>
  );
}
