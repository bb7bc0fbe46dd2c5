import type { Settings } from '../../../contract/settings.ts';
import { Check, Warning } from '../../icons-over.tsx';
import { COMMA } from '../../language.ts';
import { focusable } from '../../parts/focusable.ts';
import { t as ofAll } from '../../texts/over.ts';
import { t } from '../../texts/settings.ts';
import { allOf } from './draft.ts';
import { discard, draft, isBusy, outcome, phase, problem, save } from './editing.ts';
import { valueWords } from './words.ts';

/** Bar with unsaved changes and the Save button; stays in sight while there is something to say. */
export function SaveBar({ settings }: { settings: Settings }) {
  const changes = allOf(settings).filter(({ key }) => draft.value.has(key));
  const said = told(settings);
  const isLate = phase.value === 'late';
  if (changes.length === 0 && said === null) return null;
  return (
    <section class="save-bar" aria-label={t.settings.changed({ n: changes.length })}>
      <div class="save-words">
        {problem.value && (
          <p class="refusal" role="alert">
            {problem.value}
          </p>
        )}
        {said && (
          <p class={`verdict ${isLate ? 'warn' : 'ok'}`} role="status">
            {isLate ? <Warning /> : <Check />}
            <span>{said}</span>
          </p>
        )}
        {changes.length > 0 && (
          <ul {...focusable} aria-label={t.settings.changed({ n: changes.length })}>
            {changes.map((setting) => (
              <li key={setting.key}>
                {t.settings.step({
                  title: setting.title,
                  from:
                    setting.secret && setting.source !== 'default'
                      ? t.settings.isSet
                      : valueWords(setting, setting.value),
                  to: valueWords(setting, draft.value.get(setting.key)!),
                })}
              </li>
            ))}
          </ul>
        )}
      </div>
      {changes.length > 0 && (
        <div class="row">
          <button type="button" class="button" disabled={isBusy.value} onClick={discard}>
            {t.settings.discard}
          </button>
          <button type="button" class="button strong" disabled={isBusy.value} onClick={() => void save()}>
            {phase.value === 'saving' ? t.settings.saving : t.settings.save}
          </button>
        </div>
      )}
    </section>
  );
}

/** Result of the last save; a restarting station is not an error. */
function told(settings: Settings): string | null {
  const done = outcome.value;
  if (done === null) return null;
  if (phase.value === 'beginning') return t.settings.begins;
  if (phase.value === 'late') return ofAll.late;
  const title = (key: string): string => allOf(settings).find((one) => one.key === key)?.title ?? key;
  const later =
    done.restart.length > 0 ? ` ${t.settings.atNextStart({ titles: done.restart.map(title).join(COMMA) })}` : '';
  return (done.applied.length > 0 ? t.settings.inForce : t.settings.saved) + later;
}
