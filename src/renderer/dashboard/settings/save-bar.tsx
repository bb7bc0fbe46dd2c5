import type { Settings } from '../../../contract/settings.ts';
import { COMMA } from '../../kit/language.ts';
import { Button } from '../../kit/parts/button.tsx';
import { focusable } from '../../kit/parts/focusable.ts';
import { Refusal } from '../../kit/parts/refusal.tsx';
import { Verdict } from '../../kit/parts/verdict.tsx';
import { t as ofAll } from '../../kit/texts/over.ts';
import { t } from '../texts/settings.ts';
import { allOf, settingIn } from './draft.ts';
import { discard, draft, isBusy, meanwhile, outcome, phase, problem, save, shown } from './editing.ts';
import { Meanwhile } from './meanwhile.tsx';
import { changeWords } from './value-words.ts';

/** Bar with unsaved changes and the Save button; stays in sight while there is something to say. */
export function SaveBar() {
  const settings = shown.value;
  if (!settings) return null;
  const changes = allOf(settings).filter(({ key }) => draft.value.has(key));
  const said = told(settings);
  const isLate = phase.value === 'late';
  const word = phase.value === 'saving' ? t.settings.saving : t.buttons.save;
  if (changes.length === 0 && said === null) return null;
  return (
    <section class="save-bar" data-phase={phase.value} aria-label={t.settings.changed({ n: changes.length })}>
      <div class="save-words">
        {problem.value && <Refusal of={problem.value} />}
        {said && <Verdict isWell={!isLate} of={said} role="status" />}
        {changes.length > 0 && (
          <ul {...focusable} aria-label={t.settings.changed({ n: changes.length })}>
            {changes.map((setting) => (
              <li key={setting.key}>{changeWords(setting, draft.value.get(setting.key)!)}</li>
            ))}
          </ul>
        )}
      </div>
      {changes.length > 0 && (
        <div class="row">
          <Button name={t.settings.discard} disabled={isBusy.value} onClick={discard} />
          <Button kind="strong" name={word} disabled={isBusy.value} onClick={() => void save()} />
        </div>
      )}
      {meanwhile.value && <Meanwhile of={meanwhile.value} />}
    </section>
  );
}

/** Result of the last save, once the page shows what it changed; a restarting station is not an error. */
function told(settings: Settings): string | null {
  const done = outcome.value;
  if (done === null) return null;
  if (phase.value === 'saving') return t.settings.saving;
  if (phase.value === 'beginning') return t.settings.begins;
  if (phase.value === 'late') return ofAll.late;
  const title = (key: string): string => settingIn(settings, key)?.title ?? key;
  const later =
    done.restart.length > 0 ? ` ${t.settings.atNextStart({ titles: done.restart.map(title).join(COMMA) })}` : '';
  return (done.applied.length > 0 ? t.settings.inForce : t.settings.saved) + later;
}
