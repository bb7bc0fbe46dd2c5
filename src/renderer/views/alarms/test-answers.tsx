import { Said } from '../../parts/said.tsx';
import { t } from '../../texts/alarms.ts';
import { tested } from './data.ts';

/** Answers of the channels to a test, word for word. */
export function TestAnswers({ id }: { id: string }) {
  const now = tested.value;
  if (now?.id !== id) return null;
  return (
    <div class="test-answers" role="status">
      {now.answers.size === 0 && <p>{t.alarms.testedNowhere}</p>}
      {[...now.answers].map(([channel, answer]) => (
        <div key={channel}>
          <h3>{t.channels[channel]}</h3>
          {answer === null ? (
            <p class="muted">{t.alarms.testing}</p>
          ) : typeof answer === 'string' ? (
            <p class="refusal">{answer}</p>
          ) : (
            <Said of={answer} words={t.alarms.answer} />
          )}
        </div>
      ))}
    </div>
  );
}
