import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import type { SettingsFromFile } from '../../../contract/settings.ts';
import { isKiosk } from '../../kit/browser-choices.ts';
import { ApiProblem, GivenUp } from '../../kit/data/api.ts';
import { post, status } from '../../kit/data/station.ts';
import { COMMA } from '../../kit/language.ts';
import { LinkButton } from '../../kit/parts/button.tsx';
import { FileButton } from '../../kit/parts/file-button.tsx';
import { Problem, ProblemLine } from '../../kit/parts/problem.tsx';
import { hashOf } from '../../kit/router.ts';
import { alarms } from '../alarm-bar/loud.ts';
import { t } from '../texts/settings.ts';
import { allOf, inOwnersWords, settingIn } from './draft.ts';
import { isBusy, latest, layIn, reasons, shown } from './editing.ts';
import { whyReadOnly } from './lock.ts';
import { OFFSET, PressureCard } from './pressure.tsx';
import { SaveBar } from './save-bar.tsx';
import { Folding, Section } from './section.tsx';
import { sorted } from './value-words.ts';

/** Scrolls to the first refused setting, whose section is unfolded by then. */
function showFirstRefusal(): void {
  document.querySelector('.field .refusal')?.scrollIntoView({ block: 'center' });
}

export default function SettingsView() {
  latest.use();
  alarms.use(); // which name the rules
  status.use();
  const settings = shown.value;
  const groups = useComputed(() => sorted(shown.value?.sections ?? []));
  useSignalEffect(() => {
    if (reasons.value.size > 0) requestAnimationFrame(showFirstRefusal);
  });
  const shut = settings && whyReadOnly(settings);
  return (
    <div class="page settings">
      <header>
        <h1>{t.views.settings}</h1>
        <div class="row">
          <LinkButton name={t.settings.calibrate} href={hashOf('models')} />
          <LinkButton name={t.views.connections} href={hashOf('connections')} />
          <LinkButton name={t.views.about} href={hashOf('about')} />
        </div>
        <nav class="row" aria-label={t.settings.howItWorks}>
          <span class="muted">{t.settings.howItWorks}</span>
          {(['models', 'nerd', 'methods'] as const).map((view) => (
            <LinkButton key={view} name={t.views[view]} href={hashOf(view)} />
          ))}
        </nav>
        {!isBusy.value && <Problem of={latest.problem.value} />}
      </header>
      {settings && (
        <>
          {shut !== null && (
            <ProblemLine role="status" text={settings.writable ? shut : `${shut} ${t.settings.readOnlyWay}`} />
          )}
          <div class="foldings">
            <Folding
              id="pressure"
              title={t.quantities.pressure}
              of={allOf(settings).filter(({ key }) => key === OFFSET)}
            >
              <PressureCard />
            </Folding>
            {groups.value.everyday.map((section) => (
              <Section key={section.name} section={section} />
            ))}
          </div>
          <section>
            <h2>{t.settings.experts}</h2>
            <div class="foldings">
              {groups.value.experts.map((section) => (
                <Section key={section.name} section={section} />
              ))}
            </div>
          </section>
          <AsFile isShut={shut !== null} />
          <SaveBar />
        </>
      )}
    </div>
  );
}

const MOST_BYTES = 14_000;

/** Settings as a file, to download and to upload. What an uploaded file would change goes into the draft. */
function AsFile({ isShut }: { isShut: boolean }) {
  const said = useSignal<string[]>([]);
  if (isKiosk) return null; // the window on the wall neither keeps files nor has any
  const take = async ([file]: readonly File[]): Promise<void> => {
    if (file) said.value = await readFile(file);
  };
  return (
    <section>
      <h2>{t.settings.file}</h2>
      <p class="muted">{t.settings.fileText}</p>
      <div class="row">
        <LinkButton name={t.buttons.download} href="/api/settings/file" download />
        {!isShut && <FileButton name={t.settings.upload} accept=".yaml,.yml,text/yaml,text/plain" take={take} />}
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
  const text = await file.text();
  if (/[^\P{Cc}\s]/u.test(text)) return [t.settings.notText]; // a control character is six bytes of JSON: too long a body
  try {
    const { changes, passed_over } = await post<SettingsFromFile>('/api/settings/judge', { text });
    layIn(changes);
    const title = (key: string): string => settingIn(shown.peek(), key)?.title ?? key;
    return [
      ...(Object.keys(changes).length === 0 ? [t.settings.nothingNew] : []),
      ...(passed_over.length > 0 ? [t.settings.passedOver({ titles: passed_over.map(title).join(COMMA) })] : []),
    ];
  } catch (error) {
    if (error instanceof GivenUp) return [];
    if (!(error instanceof ApiProblem)) throw error;
    if (error.status !== 422) return [error.status === 0 ? t.settings.silent : error.message];
    return [t.settings.unreadable, ...error.reasons.map(({ msg }) => inOwnersWords(shown.peek())(msg))];
  }
}
