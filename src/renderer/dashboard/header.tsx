import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { DAY_S } from '../../base/durations.ts';
import { ageS, isStale, live, minuteS, place, source, status, telemetry, time } from '../kit/data/station.ts';
import { duration } from '../kit/format.ts';
import { Gear, Info, Mark } from '../kit/icons.tsx';
import { COMMA } from '../kit/language.ts';
import { lazyPart } from '../kit/lazy-view.tsx';
import { route } from '../kit/router.ts';
import { t } from '../kit/texts/page.ts';
import { sunEvents } from '../kit/theme/sun.ts';
import { isKept } from './calibrating.ts';
import { withStyles } from './view-styles.ts';

const GoesOn = lazyPart(withStyles(() => import('./models/wizard/goes-on.tsx')));
const StationSheet = lazyPart(withStyles(() => import('./station-sheet.tsx')));

/** Header: place, time and freshness, in every view. */
export function Header() {
  const isOpen = useSignal(false);
  /** Whether name and zone are known, or will not come: before that the date may be of another zone. */
  const isKnown = useComputed(() => (status.value.value ?? status.problem.value) !== null);
  const name = useComputed(() => status.value.value?.name ?? t.appName);
  useSignalEffect(() => {
    document.title = `${t.views[route.value.view]} – ${name.value}`;
  });
  const longDate = useComputed(() => time.value.longDay(minuteS.value) + COMMA + time.value.clock(minuteS.value));
  const shortDay = useComputed(
    () => `${time.value.shortDay(minuteS.value)} ${time.value.dayAndMonth(minuteS.value)}${COMMA}`,
  );
  const clock = useComputed(() => time.value.clock(minuteS.value));
  return (
    <header class="header">
      <div class="where">
        {isKnown.value && (
          <>
            <span class="name" dir="auto">
              {name}
            </span>
            <span class="muted date-long">{longDate}</span>
            <span class="muted date-short">
              <span class="day">{shortDay}</span>
              {clock}
            </span>
          </>
        )}
      </div>
      <div class="state">
        {isKept.value && route.value.view !== 'models' && <GoesOn />}
        <NoticeChip open={() => (isOpen.value = true)} />
        {source.value !== 'measured' && <span class="chip simulated">{t.header[source.value]}</span>}
        <Sun />
        <button
          type="button"
          class="status-button"
          aria-haspopup="dialog"
          title={t.header.openStatus}
          onClick={() => (isOpen.value = true)}
        >
          <span class="sr-only">{t.header.openStatus + COMMA}</span>
          <Freshness />
          <Gear />
        </button>
      </div>
      {isOpen.value && <StationSheet close={() => (isOpen.value = false)} />}
    </header>
  );
}

function NoticeChip({ open }: { open: () => void }) {
  const notices = status.value.value?.notices ?? [];
  if (notices.length === 0) return null;
  const worst = (['error', 'warn', 'info'] as const).find((level) => notices.some((n) => n.severity === level));
  return (
    <button type="button" class="chip notices" onClick={open}>
      {worst === 'info' ? <Info /> : <Mark state={worst === 'error' ? 'fault' : 'warn'} />}
      <span>
        {notices.length}
        <span class="word"> {t.header.notices({ n: notices.length })}</span>
      </span>
    </button>
  );
}

function Sun() {
  const next = useComputed(() => {
    if (!place.value) return null;
    const event = sunEvents(minuteS.value, minuteS.value + DAY_S, place.value)[0];
    if (!event) return null;
    const clock = time.value.clock(event.tS);
    return event.rises ? t.header.sunRises({ clock }) : t.header.sunSets({ clock });
  });
  return next.value === null ? null : <span class="sun">{next}</span>;
}

/** Least age that is told: that of a fresh reading would tick between 0 and 1. */
const TOLD_FROM_S = 10;

/** State as a dot with words: how old the data are, or what a page without data waits for. */
function Freshness() {
  const state = useComputed((): 'ok' | 'warn' | 'fault' | 'waiting' => {
    if (live.value === null) return 'waiting';
    if (isStale.value) return 'warn';
    return telemetry.value!.health;
  });
  const what = useComputed(() => {
    if (live.value === null) return status.problem.value?.status === 503 ? t.header.starting : t.header.connecting;
    if (isStale.value) return t.header.noReading({ age: duration(ageS.value) });
    return { ok: t.header.allSensors, warn: t.header.checkSensors, fault: t.header.sensorFault }[
      telemetry.value!.health
    ];
  });
  const age = useComputed(() =>
    live.value === null || isStale.value || ageS.value! < TOLD_FROM_S
      ? ''
      : t.header.ago({ age: duration(ageS.value) }),
  );
  return (
    <>
      <Mark state={state.value} />
      <span class={`words ${state.value}`}>
        <span class="what">{what}</span>
        {age.value !== '' && (
          <>
            <span class="what">{COMMA}</span>
            {age}
          </>
        )}
      </span>
    </>
  );
}
