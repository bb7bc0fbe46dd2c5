import { useComputed, useSignalEffect } from '@preact/signals';
import { status } from '../../data/station.ts';
import { Warning } from '../../icons-over.tsx';
import { Problem } from '../../parts/problem.tsx';
import { hashOf } from '../../router.ts';
import { t } from '../../texts/settings.ts';
import { AsFile } from './as-file.tsx';
import { allOf } from './draft.ts';
import { isBusy, latest, meanwhile, reasons, shown } from './editing.ts';
import { whyReadOnly } from './lock.ts';
import { Meanwhile } from './meanwhile.tsx';
import { OFFSET, PressureCard } from './pressure.tsx';
import { SaveBar } from './save-bar.tsx';
import { Folding, Section } from './section.tsx';
import { sorted } from './words.ts';

/** The section that it stands in has been unfolded by then. */
function showFirstRefusal(): void {
  document.querySelector('.field .refusal')?.scrollIntoView({ block: 'center' });
}

export default function SettingsView() {
  latest.use();
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
          <a class="button" href={hashOf('models')}>
            {t.settings.calibrate}
          </a>
          <a class="button" href={hashOf('connections')}>
            {t.views.connections}
          </a>
          <a class="button" href={hashOf('about')}>
            {t.views.about}
          </a>
        </div>
        <nav class="row" aria-label={t.settings.howItWorks}>
          <span class="muted">{t.settings.howItWorks}</span>
          {(['models', 'nerd', 'methods'] as const).map((view) => (
            <a key={view} class="button" href={hashOf(view)}>
              {t.views[view]}
            </a>
          ))}
        </nav>
      </header>
      {!isBusy.value && !settings && <Problem of={latest.problem.value} />}
      {settings && (
        <>
          {shut === null ? (
            <p class="muted">{t.settings.intro}</p>
          ) : (
            <p class="problem" role="status">
              <Warning />
              <span>
                {shut} {!settings.writable && t.settings.readOnlyWay}
              </span>
            </p>
          )}
          <div class="foldings">
            <Folding
              id="pressure"
              title={t.settings.pressure.title}
              of={allOf(settings).filter(({ key }) => key === OFFSET)}
            >
              <PressureCard settings={settings} isShut={shut !== null} />
            </Folding>
            {groups.value.everyday.map((section) => (
              <Section key={section.name} section={section} settings={settings} isShut={shut !== null} />
            ))}
          </div>
          <section>
            <h2>{t.settings.experts}</h2>
            <div class="foldings">
              {groups.value.experts.map((section) => (
                <Section key={section.name} section={section} settings={settings} isShut={shut !== null} />
              ))}
            </div>
          </section>
          <AsFile isShut={shut !== null} />
          <SaveBar settings={settings} />
          {meanwhile.value && <Meanwhile of={meanwhile.value} />}
        </>
      )}
    </div>
  );
}
