import { useSignal } from '@preact/signals';
import type { SettingsFromFile } from '../../../contract/settings.ts';
import { ApiProblem, GivenUp } from '../../data/api.ts';
import { post } from '../../data/station.ts';
import { COMMA } from '../../language.ts';
import { isKiosk } from '../../settings.ts';
import { t } from '../../texts/settings.ts';
import { allOf } from './draft.ts';
import { inOwnersWords, layIn, shown } from './editing.ts';

const MOST_BYTES = 14_000;

/** The whole of it out, and in again: what a file would change goes into the draft, and is saved like anything else. */
export function AsFile({ isShut }: { isShut: boolean }) {
  const said = useSignal<string[]>([]);
  if (isKiosk) return null; // the window on the wall neither keeps files nor has any
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    said.value = await readFile(file);
  };
  return (
    <section>
      <h2>{t.settings.file}</h2>
      <p class="muted">{t.settings.fileText}</p>
      <div class="row">
        <a class="button" href="/api/settings/file" download>
          {t.settings.download}
        </a>
        {!isShut && (
          <label class="button file">
            <input
              type="file"
              class="sr-only"
              accept=".yaml,.yml,text/yaml,text/plain"
              onChange={({ currentTarget }) => {
                void take(currentTarget.files?.[0]);
                currentTarget.value = ''; // the same file may be read again
              }}
            />
            {t.settings.upload}
          </label>
        )}
      </div>
      <div role="status">
        {said.value.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </section>
  );
}

async function readFile(file: File): Promise<string[]> {
  if (file.size > MOST_BYTES) return [t.settings.tooLarge];
  try {
    const { changes, passed_over } = await post<SettingsFromFile>('/api/settings/judge', { text: await file.text() });
    layIn(changes);
    const title = (key: string): string => allOf(shown.peek()!).find((one) => one.key === key)?.title ?? key;
    return [
      ...(Object.keys(changes).length === 0 ? [t.settings.nothingNew] : []),
      ...(passed_over.length > 0 ? [t.settings.passedOver({ titles: passed_over.map(title).join(COMMA) })] : []),
    ];
  } catch (error) {
    if (error instanceof GivenUp) return [];
    if (!(error instanceof ApiProblem)) throw error;
    if (error.status !== 422) return [error.status === 0 ? t.settings.silent : error.message];
    return [t.settings.unreadable, ...error.reasons.map(({ msg }) => inOwnersWords(allOf(shown.peek()!))(msg))];
  }
}
