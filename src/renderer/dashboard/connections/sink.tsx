import type { Connection, ConnectionTest } from '../../../contract/connections.ts';
import type { Receiver } from '../../../contract/names.ts';
import { minuteS, stationNowS, work } from '../../kit/data/station.ts';
import { useTask } from '../../kit/data/task.ts';
import { duration } from '../../kit/format.ts';
import { Mark } from '../../kit/icons.tsx';
import { Button } from '../../kit/parts/button.tsx';
import { type Fact, Facts } from '../../kit/parts/facts.tsx';
import { Said } from '../../kit/parts/said.tsx';
import { named } from '../../kit/texts/by-name.ts';
import { inOwnersWords } from '../settings/draft.ts';
import { shown } from '../settings/editing.ts';
import { t } from '../texts/connections.ts';
import { Form, isOfAlarms } from './form.tsx';

/** Names of receivers, the same in every language. */
const NAMES: Readonly<Record<Receiver, string>> = {
  mqtt: 'Home Assistant, MQTT',
  push: 'InfluxDB, Prometheus',
  fleet: 'Weatherglass hub',
  wunderground: 'Weather Underground',
  pwsweather: 'PWSWeather',
  cwop: 'CWOP',
  windy: 'Windy',
  wowbe: 'WOW-BE',
  openweathermap: 'OpenWeatherMap',
  opensensemap: 'openSenseMap',
  sensorcommunity: 'Sensor.Community',
  alarm_webhook: 'Webhook',
  alarm_ntfy: 'ntfy',
  alarm_email: 'E-mail (SMTP)',
  alarm_mqtt: 'Home Assistant',
};

const WORDS: Readonly<Record<Receiver, { about?: string; needs: string }>> = t.connections.services;
/** Words of a receiver; most public networks share the sentence about when they are sent data. A newer station may have receivers that this page does not know. */
const wordsOf = (name: string): { about: string; needs: string } | undefined => {
  const own = named(WORDS, name);
  return own && { about: t.connections.everyFive, ...own };
};

const MARKS = { off: 'missing', ok: 'ok', retrying: 'warn', refused: 'fault' } as const;

function stateText({ state, why_off: whyOff, last_success_ts: lastS }: Connection): string {
  const { states } = t.connections;
  if (state === 'off') return whyOff === 'simulated' || whyOff === 'incomplete' ? states[whyOff] : states.off;
  return state === 'ok' && lastS === null ? states.waitsForFirst : states[state];
}

function factsOf({ name, last_success_ts: lastS, waiting: n }: Connection): Fact[] {
  void minuteS.value; // so that it grows older
  const sent = lastS === null ? t.connections.never : t.header.ago({ age: duration(stationNowS() - lastS) });
  return [
    [t.connections.lastSuccess, sent],
    [t.connections.waiting, isOfAlarms(name) ? t.connections.messages({ n }) : t.connections.rows({ n })],
  ];
}

/** Text of the station with the titles of the form below in place of its keys. */
const titled = (text: string): string => inOwnersWords(shown.value)(text);

/** Receiver: its state, its last answer and its form. */
export function Sink({ of, changed }: { of: Connection; changed: () => void }) {
  const { name, state, last_error: lastError } = of;
  const words = wordsOf(name);
  const mark = state === 'ok' && of.last_success_ts === null ? 'waiting' : MARKS[state];
  return (
    <section class="sink" id={`sink-${name}`} aria-labelledby={`name-${name}`}>
      <div class="section-head">
        <h3 id={`name-${name}`} translate={false}>
          {named(NAMES, name) ?? name}
        </h3>
        <p class={`sink-state muted ${state}`}>
          <Mark state={mark} />
          <span>{stateText(of)}</span>
        </p>
      </div>
      {words && <p class="muted">{words.about}</p>}
      {state !== 'off' && <Facts of={factsOf(of)} />}
      {of.notices !== undefined && <Notices of={of.notices} />}
      {lastError !== null && (
        <p class="sink-error">
          <span class="muted">{t.connections.lastError}:</span> <span dir="auto">{titled(lastError)}</span>
        </p>
      )}
      {state !== 'off' && <SendNow name={name} done={changed} />}
      <details>
        <summary>{t.connections.setUp}</summary>
        {words && <p>{words.needs}</p>}
        <Form sink={name} />
      </details>
    </section>
  );
}

/** Notices of the fleet's operator, in the operator's words. */
function Notices({ of }: { of: NonNullable<Connection['notices']> }) {
  return (
    <div class="sink-error">
      <p class="muted">{t.connections.notices}:</p>
      <ul>
        {of.map(({ id, text }) => (
          <li key={id} dir="auto">
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}

function SendNow({ name, done }: { name: string; done: () => void }) {
  const task = useTask<ConnectionTest>();
  const send = () => task.run(() => work<ConnectionTest>(`/api/connections/${name}/test`).finally(done));
  const said = task.result.value;
  return (
    <div class="sink-test">
      <Button name={t.connections.sendNow} onClick={send} isBusy={task.busy.value} aria-busy={task.busy.value} />
      <div aria-live="polite">
        {task.problem.value && <p class="refusal">{titled(task.problem.value)}</p>}
        {said && !task.problem.value && <Said of={said} />}
      </div>
    </div>
  );
}
