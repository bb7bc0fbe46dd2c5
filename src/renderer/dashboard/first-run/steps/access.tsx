import { isKiosk, stationUnits, unitsChoice, write } from '../../../kit/browser-choices.ts';
import { ApiProblem } from '../../../kit/data/api.ts';
import { begunAgain } from '../../../kit/data/begun-again.ts';
import { useTask } from '../../../kit/data/task.ts';
import { Refusal } from '../../../kit/parts/refusal.tsx';
import { inOwnersWords } from '../../settings/draft.ts';
import { latest, worded } from '../../settings/editing.ts';
import { t } from '../../texts/first-run.ts';
import { answer, draft, pin } from '../draft.ts';
import { Question } from '../question.tsx';
import { asLines, changes, save, settingOf } from '../save-answers.ts';
import { StepPage, type StepProps } from '../step.tsx';

type Writes = NonNullable<(typeof draft.value)['writes']>;

/** The last question. It saves all answers in one request: all or nothing. */
export function Access({ back, next }: StepProps) {
  const { busy, problem, run } = useTask<void>();
  const inForce = settingOf('access.writes');
  const present = (inForce?.value ?? 'open') as Writes;
  /** Whether an option or the environment fixes who can make changes. */
  const isFixed = inForce?.locked === true;
  const chosen = isFixed ? present : (draft.value.writes ?? present);
  const hasPin = present === 'pin';
  const isWithoutPin = chosen === 'pin' && !hasPin && pin.value === '';
  const isReadOnly = worded.value?.writable === false;
  const goOn = (told: boolean): void => {
    answer({ saved: true, told });
    // From here on the wall follows its station's language; until now this window had its own. Units that the station cannot keep, its browser can.
    if (isKiosk && told) write('weatherglass.language', 'auto');
    if (!told && draft.peek().units !== null) unitsChoice.value = draft.peek().units!;
    next();
  };
  const send = async (): Promise<void> => {
    answer({ writes: chosen, sent: true });
    try {
      const askedMs = performance.now();
      const told = await save(changes());
      pin.value = '';
      // The units count at once, all else when the station has restarted.
      stationUnits.value = draft.peek().units ?? stationUnits.peek();
      void begunAgain(told, askedMs, () => undefined);
      goOn(true);
    } catch (error) {
      // A station that did not answer may have saved them: then `sent` stays, and the next steps still come.
      if (!(error instanceof ApiProblem && isSilent(error))) answer({ sent: false });
      if (!(error instanceof ApiProblem)) throw error;
      if (error.status === 412) await latest.load();
      throw new Error(wordsFor(error));
    }
  };
  const go = (): void => {
    if (!isWithoutPin) void run(send);
  };
  return (
    <StepPage
      back={back}
      next={isReadOnly ? () => goOn(false) : go}
      isBlocked={isWithoutPin && !isReadOnly}
      isBusy={busy.value}
      nextName={isReadOnly ? t.first.access.keepHere : busy.value ? t.first.saving : t.buttons.save}
    >
      {isReadOnly ? (
        <>
          <p>{t.first.access.readOnly}</p>
          <p class="muted">{worded.value?.file}</p>
          <pre class="lines">{asLines()}</pre>
        </>
      ) : (
        <div class="beside">
          <div class="words">
            <Question
              of="access.writes"
              value={chosen}
              set={(writes) => answer({ writes: writes as Writes })}
              why={{ pin: t.first.access.pinWhy }}
              isShut={isFixed}
            />
          </div>
          {chosen === 'pin' && !hasPin && (
            <Question
              of="access.pin_hash"
              help=""
              value={pin.peek()}
              set={(typed) => (pin.value = String(typed ?? ''))}
              done={go}
            />
          )}
        </div>
      )}
      <Refusal of={problem.value ?? ''} />
    </StepPage>
  );
}

const isSilent = ({ status }: ApiProblem): boolean => status === 0 || status === 503;

function wordsFor(problem: ApiProblem): string {
  const { status, message, reasons } = problem;
  if (status === 412) return t.first.access.changed;
  if (isSilent(problem)) return t.first.access.silent;
  const titled = inOwnersWords(worded.peek());
  const detail = reasons.length > 0 ? reasons.map(({ msg }) => titled(msg)).join(' ') : titled(message);
  return t.first.access.refused({ detail });
}
