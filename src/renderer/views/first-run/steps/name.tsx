import { TextField } from '../../../parts/keyboard/text-field.tsx';
import { t } from '../../../texts/first-run.ts';
import { answer, draft } from '../draft.ts';
import { settingOf } from '../settings.ts';
import { StepPage, type StepProps } from '../step.tsx';

const MOST_LETTERS = 40;

/** Name of the station: typed, or one of a few that fit most. */
export function Name({ back, next }: StepProps) {
  const { name, place } = draft.value;
  const shown = name ?? String(settingOf('site.name')?.value ?? '');
  const usual = [...(place?.name ? [place.name] : []), t.first.name.garden, t.first.name.balcony, t.first.name.home];
  const isEmpty = shown.trim() === '';
  return (
    <StepPage
      back={back}
      isBlocked={isEmpty}
      next={() => {
        answer({ name: shown.trim() });
        next();
      }}
    >
      <TextField
        label={t.first.name.label}
        value={shown}
        change={(text) => answer({ name: text })}
        maxLength={MOST_LETTERS}
        isWrong={isEmpty}
        help={t.first.name.why}
      />
      <div class="row ways">
        {[...new Set(usual)].map((one) => (
          <button
            key={one}
            type="button"
            class="button"
            dir={one === place?.name ? 'auto' : undefined}
            aria-pressed={one === shown}
            onClick={() => answer({ name: one })}
          >
            {one}
          </button>
        ))}
      </div>
    </StepPage>
  );
}
