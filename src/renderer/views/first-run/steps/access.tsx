import { useSignal } from '@preact/signals';
import type { Settings } from '../../../../contract/settings.ts';
import { ApiProblem, GivenUp } from '../../../data/api.ts';
import { begunAgain } from '../../../data/begun-again.ts';
import { getJson } from '../../../data/station.ts';
import { isOwnMachine } from '../../../own-machine.ts';
import { NewPin } from '../../../parts/new-pin.tsx';
import { isKiosk, stationUnits, unitsChoice, write } from '../../../settings.ts';
import { t } from '../../../texts/first-run.ts';
import { answer, draft, pin } from '../draft.ts';
import { asLines, changes, save, settingOf, settings } from '../settings.ts';
import { Choice, StepPage, type StepProps } from '../step.tsx';

const WRITES = ['open', 'pin', 'local'] as const;
type Writes = (typeof WRITES)[number];
const WHY: Readonly<Record<Writes, () => string>> = {
  open: () => t.first.access.openWhy,
  pin: () => t.first.access.pinWhy,
  local: () => (isOwnMachine ? t.first.access.localHere : t.first.access.localAway),
};

/** The last question; with it everything goes into the file at once, or nothing does. */
export function Access({ back, next }: StepProps) {
  const busy = useSignal(false);
  const problem = useSignal<string | null>(null);
  const inForce = settingOf('access.writes');
  const present = (inForce?.value ?? 'open') as Writes;
  /** Whether an option or the environment fixes who can make changes. */
  const isFixed = inForce?.locked === true;
  const chosen = isFixed ? present : (draft.value.writes ?? present);
  const hasPin = present === 'pin';
  const isWithoutPin = chosen === 'pin' && !hasPin && pin.value === '';
  const isReadOnly = settings.value?.writable === false;
  const goOn = (told: boolean): void => {
    answer({ saved: true, told });
    // The wall speaks as its station does; until now it was this window alone. What a station cannot keep, its browser can.
    if (isKiosk && told) write('weatherglass.language', 'auto');
    if (!told && draft.peek().units !== null) unitsChoice.value = draft.peek().units!;
    next();
  };
  const send = async (): Promise<void> => {
    if (isWithoutPin || busy.peek()) return;
    answer({ writes: chosen });
    busy.value = true;
    problem.value = null;
    try {
      const askedMs = performance.now();
      const told = await save(changes());
      pin.value = '';
      // Units and zone count from here on, and what only the station knows as soon as it is back.
      stationUnits.value = draft.peek().units ?? stationUnits.peek();
      void begunAgain(told, askedMs, () => undefined);
      goOn(true);
    } catch (error) {
      if (error instanceof GivenUp) return;
      if (!(error instanceof ApiProblem)) throw error;
      if (error.status === 412) settings.value = await getJson<Settings>('/api/settings');
      problem.value = wordsFor(error);
    } finally {
      busy.value = false;
    }
  };
  return (
    <StepPage
      back={back}
      next={isReadOnly ? () => goOn(false) : () => void send()}
      isBlocked={busy.value || (isWithoutPin && !isReadOnly)}
      nextName={isReadOnly ? t.first.access.keepHere : busy.value ? t.first.saving : t.first.save}
    >
      {isReadOnly ? (
        <>
          <p>{t.first.access.readOnly}</p>
          <p class="muted">{settings.value?.file}</p>
          <pre class="lines">{asLines()}</pre>
        </>
      ) : (
        <div class="beside">
          <div class="words">
            <p class="muted">{t.first.access.why}</p>
            <div class="choices">
              {WRITES.filter((one) => !isFixed || one === present).map((one) => (
                <Choice
                  key={one}
                  name={t.first.access[one]}
                  why={WHY[one]()}
                  isChosen={chosen === one}
                  choose={() => answer({ writes: one })}
                />
              ))}
              {isFixed && <p class="muted">{t.first.access.fixed}</p>}
            </div>
          </div>
          {chosen === 'pin' && !hasPin && (
            <div class="words pin-pad">
              <NewPin pin={pin} enter={() => void send()} />
            </div>
          )}
        </div>
      )}
      <p class="refusal" role="alert">
        {problem.value ?? ''}
      </p>
    </StepPage>
  );
}

function wordsFor({ status, message }: ApiProblem): string {
  if (status === 412) return t.first.access.changed;
  return status === 0 || status === 503 ? t.first.access.silent : t.first.access.refused({ detail: message });
}
