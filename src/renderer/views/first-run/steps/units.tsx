import type { Units } from '../../../format.ts';
import { t } from '../../../texts/first-run.ts';
import { answer, draft } from '../draft.ts';
import { Choice, StepPage, type StepProps } from '../step.tsx';

/** Regions that use Fahrenheit. */
const FAHRENHEIT = /^(US|LR|MM|BS|KY|PW|FM|MH)\b/;

/** Units that people of a country expect. */
export const usualUnits = (country: string | null): Units => (FAHRENHEIT.test(country ?? '') ? 'imperial' : 'metric');

export function UnitsStep({ back, next }: StepProps) {
  const chosen = draft.value.units ?? usualUnits(draft.value.place?.country ?? null);
  return (
    <StepPage
      back={back}
      next={() => {
        answer({ units: chosen });
        next();
      }}
    >
      <div class="choices">
        {(['metric', 'imperial'] as const).map((units) => (
          <Choice
            key={units}
            name={t.first.units[units]}
            isChosen={units === chosen}
            choose={() => answer({ units })}
          />
        ))}
      </div>
      <p class="muted">{t.first.units.why}</p>
    </StepPage>
  );
}
