import { Button } from '../../../kit/parts/button.tsx';
import { t } from '../../texts/first-run.ts';
import { answer, draft } from '../draft.ts';
import { Question } from '../question.tsx';
import { settingOf } from '../save-answers.ts';
import { StepPage, type StepProps } from '../step.tsx';

/** Name of the station: typed, or one of a few that fit most. */
export function Name({ back, next }: StepProps) {
  const { name, place } = draft.value;
  const shown = name ?? String(settingOf('site.name')?.value ?? '');
  const usual = [...(place?.name ? [place.name] : []), t.first.name.garden, t.first.name.balcony, t.first.name.home];
  const goOn = (): void => {
    answer({ name: shown.trim() });
    next();
  };
  return (
    <StepPage back={back} isBlocked={shown.trim() === ''} next={goOn}>
      <Question of="site.name" value={shown} set={(text) => answer({ name: String(text ?? '') })} done={goOn} />
      <div class="row ways">
        {[...new Set(usual)].map((one) => (
          <Button
            key={one}
            name={one}
            dir={one === place?.name ? 'auto' : undefined}
            aria-pressed={one === shown}
            onClick={() => answer({ name: one })}
          />
        ))}
      </div>
    </StepPage>
  );
}
