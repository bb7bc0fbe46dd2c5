import { useSignal, useSignalEffect } from '@preact/signals';
import { ApiProblem, GivenUp } from '../data/api.ts';
import { live, post } from '../data/station.ts';
import { Warning } from '../icons-over.tsx';
import { hashOf } from '../router.ts';
import { t } from '../texts/alarm-bar.ts';
import { alarms, headOf, loud } from './loud.ts';
import { notify } from './notify.ts';
import { restOf } from './rest.ts';

const LATER_MINUTES = 60;

/** Bar of the loudest alarm, on every screen until somebody acknowledges it or puts it off. Loaded when one fires. */
export default function AlarmBar() {
  alarms.use();
  const problem = useSignal('');
  useSignalEffect(() => {
    void live.value?.alarms;
    void alarms.load();
  });
  useSignalEffect(() => {
    for (const alarm of loud.value) notify(alarm);
  });
  const [alarm, ...others] = loud.value;
  if (!alarm) return null;
  const send = async (what: 'acknowledge' | 'snooze', body?: object): Promise<void> => {
    problem.value = '';
    try {
      await post(`/api/alarms/${alarm.id}/${what}`, body);
    } catch (error) {
      if (error instanceof ApiProblem) problem.value = error.message;
      else if (!(error instanceof GivenUp)) throw error;
    }
    await alarms.load();
  };
  return (
    <section class="alarm-bar" role="alert" aria-label={t.bar.label}>
      <Warning />
      <a class="alarm-words" href={hashOf('alarms')}>
        <b>
          <bdi>{headOf(alarm)}</bdi>
        </b>
        <span>
          {problem.value || restOf(alarm)}
          {others.length > 0 && ` ${t.bar.more({ n: others.length })}`}
        </span>
      </a>
      <button type="button" class="button" onClick={() => void send('snooze', { minutes: LATER_MINUTES })}>
        {t.bar.later}
      </button>
      <button type="button" class="button got-it" onClick={() => void send('acknowledge')}>
        {t.bar.gotIt}
      </button>
    </section>
  );
}
