import { Button } from '../../kit/parts/button.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { t } from '../texts/settings.ts';
import { changedSince, settingIn } from './draft.ts';
import type { Conflict } from './editing.ts';
import { changeWords } from './value-words.ts';

/** Conflict dialog after a 412: both changes are shown before either is lost. */
export function Meanwhile({ of: { before, now, mine, decide } }: { of: Conflict }) {
  const theirs = changedSince(before, now);
  return (
    <Dialog class="ask meanwhile" close={() => decide(null)} title={t.settings.meanwhileTitle}>
      <p>{t.settings.meanwhileText}</p>
      {theirs.length > 0 && (
        <>
          <h3>{t.settings.theirs}</h3>
          <ul>
            {theirs.map(({ was, is }) => (
              <li key={is.key}>{changeWords(was, is.value)}</li>
            ))}
          </ul>
        </>
      )}
      <h3>{t.settings.yours}</h3>
      <ul>
        {[...mine].map(([key, value]) => (
          <li key={key}>{changeWords(settingIn(now, key)!, value)}</li>
        ))}
      </ul>
      <div class="buttons">
        <Button name={t.settings.keepTheirs} onClick={() => decide(false)} />
        <Button kind="strong" name={t.settings.keepMine} onClick={() => decide(true)} />
      </div>
    </Dialog>
  );
}
