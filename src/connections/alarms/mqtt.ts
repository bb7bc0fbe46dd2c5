import type { Connection, ConnectionTest } from '../../contract/connections.ts';
import { type Outcome, ours } from '../../sending/outcome.ts';
import { testAnswer } from '../../sending/shown.ts';
import { testMessage } from '../../sending/test-message.ts';
import type { Refusal } from '../../station/api.ts';
import { refused, sentence } from '../../words/sentence.ts';
import { ENGLISH, type Speaker } from '../../words/speaker.ts';
import type { ConnectionsParts, Member } from '../member.ts';
import { alarmEvent } from '../mqtt/alarms.ts';
import type { MqttLink } from '../mqtt/link.ts';
import { BrokerError, outcomeOf } from '../mqtt/session.ts';

interface Parts extends Pick<ConnectionsParts, 'station' | 'ports'> {
  link: MqttLink;
  name: string;
}

const NAME = 'alarm_mqtt';

/** Home Assistant as a channel of the alarms: the connection to the broker publishes them, this tells how it goes. */
export class AlarmMqtt implements Member {
  readonly name = NAME;

  constructor(private readonly parts: Parts) {}

  status(speaker: Speaker = ENGLISH): Connection {
    const { station, link } = this.parts;
    return {
      ...link.status(speaker),
      name: NAME,
      last_success_ts: station.outbox.lastOf(NAME).lastSuccessS,
      waiting: station.alarmQueue.waiting('mqtt'),
    };
  }

  async run(): Promise<void> {
    this.parts.station.outbox.begin(NAME, {});
  }

  /** A test goes past the queue, at once or not at all. */
  async test(speaker: Speaker = ENGLISH): Promise<ConnectionTest | Refusal> {
    const { station, link, ports, name } = this.parts;
    if (link.status().why_off === 'simulated') return refused(sentence('refusal.simulated'));
    const startMs = ports.clock.steadyMs();
    const message = testMessage(station.outbox.nowS, ports.random, { speaker, name });
    const outcome = await this.#publish(JSON.stringify(alarmEvent(message)));
    return testAnswer(NAME, outcome, [], speaker, ports.clock.steadyMs() - startMs);
  }

  async #publish(payload: string): Promise<Outcome> {
    const { now } = this.parts.link;
    if ('why' in now) return { kind: 'retry', ...ours(now.why) };
    try {
      await now.session.publish({ topic: now.topics.alarm, payload, retain: false });
      return outcomeOf(null);
    } catch (error) {
      if (!(error instanceof BrokerError)) throw error;
      return outcomeOf(error);
    }
  }
}
