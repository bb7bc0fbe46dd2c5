import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { number, THIN } from '../../../kit/format.ts';
import { COMMA } from '../../../kit/language.ts';
import { TextField } from '../../keyboard/text-field.tsx';
import { t } from '../../texts/first-run.ts';
import { answer, draft } from '../draft.ts';
import { regionName } from './in-words.ts';
import { type Town, type Towns, towns } from './towns.ts';

const SHOWN = 8;

/** Town search while typing: the largest towns with that beginning. */
export function BySearch() {
  const typed = useSignal('');
  const list = useSignal<Towns | null>(null);
  const isAway = useSignal(false);
  useEffect(() => {
    towns().then(
      (known) => (list.value = known),
      () => (isAway.value = true),
    );
  }, []);
  const found = list.value?.search(typed.value, SHOWN) ?? [];
  const choose = ({ altitudeM, ...town }: Town): void => {
    answer({ place: { ...town, isNear: false }, altitudeM });
    typed.value = '';
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur(); // and the keyboard goes
  };
  return (
    <div class="search">
      <TextField label={t.first.place.search} type="search" of={typed} placeholder={t.first.place.example} />
      {isAway.value && <p class="refusal">{t.first.place.away}</p>}
      <ul class="towns">
        {found.map((town) => (
          <li key={`${town.name} ${town.latitude} ${town.longitude}`}>
            {/* The focus stays until the click: without it the keyboard closes, and the list moves from under the finger. */}
            <button
              type="button"
              class="choice"
              aria-pressed={town.name === draft.value.place?.name && town.latitude === draft.value.place.latitude}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(town)}
            >
              <b>{town.name}</b>
              <span class="muted">
                {regionName(town.country) + COMMA + number(town.altitudeM)}
                {THIN}m
              </span>
            </button>
          </li>
        ))}
      </ul>
      {list.value !== null && typed.value.trim().length > 1 && found.length === 0 && (
        <p class="muted" role="status">
          {t.first.place.none}
        </p>
      )}
    </div>
  );
}
