import { useSignal } from '@preact/signals';
import { altitudeText, inLength, type Length, lengthOf, metresOf } from '../../../altitude.ts';
import { MINUS } from '../../../format.ts';
import { Keypad, typedNumber } from '../../../parts/keypad.tsx';
import { Segments } from '../../../parts/segments.tsx';
import { t } from '../../../texts/first-run.ts';
import { answer, draft } from '../draft.ts';
import { settingOf } from '../settings.ts';
import { StepPage, type StepProps } from '../step.tsx';
import { usualUnits } from './units.tsx';

const typedOf = (metres: number | null, length: Length): string =>
  metres === null ? '' : String(inLength(metres, length)).replace('-', MINUS);

export function Height({ back, next }: StepProps) {
  const { place, indoors, altitudeM } = draft.value;
  const length = useSignal<Length>(lengthOf(draft.peek().units ?? usualUnits(place?.country ?? null)));
  const typed = useSignal(typedOf(altitudeM, length.peek()));
  const { min = -500, max = 5000 } = settingOf('site.altitude_m') ?? {};
  const entered = typedNumber(typed.value);
  const metres = entered === null ? null : metresOf(entered, length.value);
  const isOut = metres !== null && (metres < min || metres > max);
  const withUnit = (value: number): string => altitudeText(value, length.value);
  const goOn = (): void => {
    if (metres === null || isOut) return;
    answer({ altitudeM: Math.round(metres), indoors: indoors ?? true });
    next();
  };
  return (
    <StepPage back={back} next={goOn} isBlocked={metres === null || isOut}>
      <div class="beside">
        <div class="words">
          <p>{t.first.height.altitude}</p>
          <p class="typed-line">
            <output class="typed">{typed.value || '–'}</output> <span class="unit">{length.value}</span>
          </p>
          <p class={isOut ? 'refusal' : 'muted'} aria-live="polite">
            {isOut
              ? t.first.height.bounds({ low: withUnit(min), high: withUnit(max) })
              : altitudeM !== null && place?.name
                ? t.first.height.ofTown({ town: place.name, height: withUnit(altitudeM) })
                : t.first.height.unknown}
          </p>
          <p class="muted">
            {t.first.height.floor} {t.first.height.why}
          </p>
          <Segments
            label={t.first.height.altitude}
            value={length.value}
            choose={(chosen) => {
              typed.value = typedOf(metres, chosen);
              length.value = chosen;
            }}
            choices={{ m: 'm', ft: 'ft' }}
          />
        </div>
        <Keypad typed={typed} kind="signed number" mostDigits={5} enter={goOn} />
      </div>
      <div class="where">
        <p>{t.first.height.where}</p>
        <Segments
          label={t.first.height.where}
          value={(indoors ?? true) ? 'in' : 'out'}
          choose={(chosen) => answer({ indoors: chosen === 'in' })}
          choices={{ in: t.first.height.indoors, out: t.first.height.outdoors }}
        />
        <p class="muted">{(indoors ?? true) ? t.first.height.indoorsWhy : t.first.height.outdoorsWhy}</p>
      </div>
    </StepPage>
  );
}
