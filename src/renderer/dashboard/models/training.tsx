import { useComputed } from '@preact/signals';
import type { TrainResult, VerifyResult } from '../../../contract/forecast.ts';
import { models, scorecard } from '../../kit/data/of-views.ts';
import { minuteS, status, time, work } from '../../kit/data/station.ts';
import { useTask } from '../../kit/data/task.ts';
import { DASH, duration, number } from '../../kit/format.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Facts } from '../../kit/parts/facts.tsx';
import { isUnderWay, JobBar } from '../../kit/parts/job-bar.tsx';
import { t } from '../texts/models.ts';

const outcome = (result: TrainResult): string => {
  if (!result.trained) return t.models.notTrained({ reason: result.reason });
  const pairs = Object.values(result.pairs).reduce((sum, n) => sum + n, 0);
  return t.models.trained({
    pairs: number(pairs),
    days: number(result.span_days, 1),
    seconds: number(result.seconds, 1),
  });
};

export function Training() {
  const training = useTask<TrainResult>();
  const judging = useTask<VerifyResult>();
  const isRunning = useComputed(() => training.busy.value || isUnderWay('train'));
  const now = status.value.value;
  const train = () =>
    training.run(() =>
      work<TrainResult>('/api/train').finally(() => {
        void models.load();
        void status.load();
      }),
    );
  const judge = () => judging.run(() => work<VerifyResult>('/api/verify').finally(() => void scorecard.load()));
  return (
    <section>
      <h2>{t.models.training}</h2>
      <p class="muted">{t.models.trainIntro}</p>
      <Facts
        of={[
          [
            t.models.lastTrain,
            now?.last_train ? t.header.ago({ age: duration(minuteS.value - now.last_train) }) : DASH,
          ],
          [t.models.nextTrain, now?.next_train_in_s ? t.models.inTime({ time: duration(now.next_train_in_s) }) : DASH],
        ]}
      />
      {isRunning.value && <JobBar job="train" label={t.models.trainingNow} />}
      <div class="row">
        <Button kind="strong" name={t.models.train} onClick={train} isBusy={isRunning.value} />
        <Button name={t.models.verify} onClick={judge} isBusy={judging.busy.value} />
      </div>
      <p class="outcome" aria-live="polite">
        {training.problem.value ?? (training.result.value ? outcome(training.result.value) : '')}{' '}
        {judging.problem.value ??
          (judging.result.value ? t.models.verified({ scored: number(judging.result.value.scored) }) : '')}
      </p>
      {now && now.training_log.length > 0 && (
        <ul class="log muted">
          {now.training_log.map((entry) => (
            <li key={entry.trained ? entry.ts : entry.reason}>
              {entry.trained
                ? t.labelled({ label: time.value.dateAndClock(entry.ts), text: outcome(entry) })
                : outcome(entry)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
