import { useSignal } from '@preact/signals';
import { withUnit } from '../../../kit/format.ts';
import { t } from '../../texts/first-run.ts';
import { answer, draft } from '../draft.ts';
import { Question } from '../question.tsx';
import { settingOf } from '../save-answers.ts';
import { StepPage, type StepProps } from '../step.tsx';
import { chosenUnits } from './units.tsx';

export function Height({ back, next }: StepProps) {
  const { place, altitudeM } = draft.value;
  const isInside = draft.value.indoors ?? true;
  const entered = useSignal(altitudeM);
  const goOn = (): void => {
    if (entered.peek() === null) return;
    answer({ altitudeM: Math.round(entered.peek()!), indoors: isInside });
    next();
  };
  const known =
    altitudeM !== null && place?.name
      ? t.first.height.ofTown({ town: place.name, height: withUnit('height', altitudeM, chosenUnits()) })
      : t.first.height.unknown;
  return (
    <StepPage back={back} next={goOn} isBlocked={entered.value === null}>
      <Question
        of="site.altitude_m"
        help={`${known} ${t.first.height.floor} ${settingOf('site.altitude_m')?.help}`}
        value={altitudeM}
        set={(metres) => (entered.value = typeof metres === 'number' ? metres : null)}
        units={chosenUnits()}
        done={goOn}
      />
      <Question
        of="site.indoors"
        title={t.first.height.where}
        help={isInside ? t.first.height.indoorsWhy : t.first.height.outdoorsWhy}
        value={isInside}
        set={(inside) => answer({ indoors: inside === true })}
        isOneOf
      />
    </StepPage>
  );
}
