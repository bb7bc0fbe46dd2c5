import { isKiosk, themeChoice, unitsChoice } from '../kit/browser-choices.ts';
import { anomaly } from '../kit/data/of-views.ts';
import { status } from '../kit/data/station.ts';
import { duration } from '../kit/format.ts';
import { Cross } from '../kit/icons-over.tsx';
import { LinkButton } from '../kit/parts/button.tsx';
import { Dialog } from '../kit/parts/dialog.tsx';
import { LanguageChoice } from '../kit/parts/language-choice.tsx';
import Learning, { isStillLearning } from '../kit/parts/learning.tsx';
import { Notices } from '../kit/parts/notices.tsx';
import { SegmentsOf } from '../kit/parts/segments.tsx';
import { SignalRow } from '../kit/parts/signal-row.tsx';
import { hashOf } from '../kit/router.ts';
import { t } from '../kit/texts/over.ts';

const COLOURS = { auto: t.settings.auto, day: t.settings.day, night: t.settings.night };
const UNITS = { station: t.settings.asStation, metric: t.settings.metric, imperial: t.settings.imperial };
/** Name of the automatic language: the station's on a wall, else the browser's. */
const AUTO = isKiosk ? t.settings.asStation : t.headings.asBrowser;

/** Sheet of the station: problems, appearance, units, language. */
export default function StationSheet({ close }: { close: () => void }) {
  const health = anomaly.use();
  const now = status.value.value;
  return (
    <Dialog class="sheet" close={close} labelledBy="station-title" light>
      <div class="sheet-head">
        <h2 id="station-title">{t.headings.station}</h2>
        <button type="button" class="icon-button" onClick={close} aria-label={t.buttons.close}>
          <Cross />
        </button>
      </div>
      {now && now.notices.length > 0 && (
        <section>
          <h3>{t.settings.notices}</h3>
          <Notices of={now.notices} />
        </section>
      )}
      <section>
        <h3>{t.views.sensors}</h3>
        <ul class="signals">
          {Object.entries(health?.health ?? {}).map(([name, signal]) => (
            <SignalRow key={name} name={name} of={signal} />
          ))}
        </ul>
      </section>
      {now && isStillLearning(now.history_days) && (
        <section>
          <h3>{t.learning.title}</h3>
          <Learning />
        </section>
      )}
      <section>
        <h3>{t.headings.colours}</h3>
        <SegmentsOf label={t.headings.colours} of={themeChoice} choices={COLOURS} />
      </section>
      <section>
        <h3>{t.headings.units}</h3>
        <SegmentsOf label={t.headings.units} of={unitsChoice} choices={UNITS} />
      </section>
      <section>
        <h3>{t.headings.language}</h3>
        <LanguageChoice class="language" label={t.headings.language} auto={AUTO} />
      </section>
      {now && (
        <section>
          <LinkButton name={t.settings.all} href={hashOf('settings')} onClick={close} />
          <LinkButton name={t.views.connections} href={hashOf('connections')} onClick={close} />
          <p class="muted">{t.settings.version({ version: now.version, uptime: duration(now.uptime_s) })}</p>
          <LinkButton name={t.views.about} href={hashOf('about')} onClick={close} />
        </section>
      )}
    </Dialog>
  );
}
