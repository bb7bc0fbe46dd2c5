import { homeAssistantOf } from '../../station/answers/home-assistant.ts';
import type { AlarmMessage } from '../../station/outbox/alarm-queue.ts';
import type { EventCursor } from '../../station/outbox/event-cursor.ts';
import type { ConnectionsParts } from '../member.ts';
import { alarmEvent, alarmStates, announcedAlarms } from './alarms.ts';
import { discoveryDocument, type Introduction, type Topics, topicsOf } from './discovery.ts';
import { eventPayload, forecastPayload, statePayload } from './payloads.ts';

export interface Message {
  topic: string;
  payload: string;
  retain: boolean;
  eventId?: number | undefined;
  alarm?: AlarmMessage;
}

interface Parts extends Pick<ConnectionsParts, 'station' | 'config' | 'url'> {
  id: string;
}

/** An older state is not published: listeners notice the gap by themselves. */
const STALE_S = 60;
/** Events published at once; the rest of a burst follows with the next state. */
const EVENTS_AT_ONCE = 20;

/** Message that the broker does not retain: whoever listens now hears it. */
const passing = (topic: string, value: object): Message => ({ topic, payload: JSON.stringify(value), retain: false });

/** MQTT publisher: which messages are due, and their payloads. It opens no connection. */
export class MqttPublisher {
  readonly topics: Topics;
  #saidForecastS: number | null | undefined;
  #introduced = '';
  /** The broker keeps another status than `online`: a late will, or another client's message. */
  #isStatusWrong = false;
  #hasProbe = false;
  readonly #measured = new Set<string>();
  /** Alarms of our newest introduction, and of those that came from the broker and were not looked at yet; and all that our newest one names. */
  #announced: Readonly<Record<string, { p: string }>> = {};
  #components: ReadonlySet<string> = new Set();
  readonly #cursor: EventCursor;
  /** Newest event published; the cursor knows the newest that the broker acknowledged. */
  #lastEventId: number;

  constructor(private readonly parts: Parts) {
    this.topics = topicsOf(parts.id, parts.config.mqtt.discovery_prefix);
    this.#cursor = parts.station.outbox.eventCursor();
    this.#lastEventId = this.#cursor.id;
  }

  status(payload: 'online' | 'offline'): Message {
    return { topic: this.topics.status, payload, retain: true };
  }

  /**
   * Our own status as the broker passes it on, retained or new: ours comes back, too. Its order decides and not the acknowledgement, which may
   * overtake what somebody else wrote behind it.
   */
  hearStatus(payload: string): void {
    this.#isStatusWrong = payload !== 'online';
  }

  /**
   * Our own discovery document, retained from an earlier run or passed on by the broker. Deleted alarms stand only in an earlier one.
   * Returns whether it names any, so that they are removed at once.
   */
  hearIntroduction(payload: string): boolean {
    this.#announced = { ...this.#announced, ...announcedAlarms(payload) };
    return Object.keys(this.#announced).some((key) => !this.#components.has(key));
  }

  arrived({ eventId, alarm }: Message): void {
    const { alarmQueue, outbox } = this.parts.station;
    if (alarm !== undefined) {
      alarmQueue.delivered([alarm]);
      outbox.succeeded('alarm_mqtt');
    }
    if (eventId !== undefined) this.#cursor.acknowledged(eventId);
  }

  /**
   * All messages, for a client that has just connected or a listener that has just begun. Events that a connection took with it are told again;
   * within one there are none, for each message is acknowledged before the next are made.
   */
  async everything(): Promise<Message[]> {
    this.#lastEventId = this.#cursor.id;
    this.#introduced = '';
    this.#saidForecastS = undefined;
    this.#isStatusWrong = false;
    return [...(await this.#introduction()), this.status('online'), ...(await this.whatIsNew())];
  }

  /** State of this moment, and the messages that changed since the last one. */
  async whatIsNew(): Promise<Message[]> {
    const status = this.#isStatusWrong ? [this.status('online')] : [];
    return [
      ...(await this.#introduction()),
      ...status,
      ...(await this.#state()),
      ...(await this.#forecast()),
      ...this.#events(),
      ...this.#alarms(),
    ];
  }

  async #introduction(): Promise<Message[]> {
    const { station, config, id, url } = this.parts;
    const { colour_sensor: light, version, outdoor_probe: probe } = station.status();
    const telemetry = await station.telemetry();
    this.#hasProbe ||= probe?.available === true || telemetry.outdoor_c !== null;
    for (const [name, value] of Object.entries(telemetry)) if (value !== null) this.#measured.add(name);
    for (const key of Object.keys(telemetry.channels ?? {})) this.#measured.add(`channels.${key}`);
    const about: Introduction = {
      id,
      name: config.site.name,
      version,
      url,
      simulated: station.isSimulated,
      presence: { probe: this.#hasProbe, light, measured: this.#measured },
      intervalS: config.mqtt.interval_s,
      topics: this.topics,
      alarms: config.alarms.channels.mqtt.enabled ? station.alarms.list().alarms : null,
    };
    const document = discoveryDocument(about);
    const payload = JSON.stringify(document);
    this.#components = new Set(Object.keys(document.cmps));
    const gone = Object.fromEntries(Object.entries(this.#announced).filter(([key]) => !this.#components.has(key)));
    this.#announced = announcedAlarms(payload);
    const isFirst = this.#introduced === '' || Object.keys(gone).length > 0;
    if (payload === this.#introduced && !isFirst) return [];
    const first = isFirst ? JSON.stringify(discoveryDocument(about, gone)) : payload;
    this.#introduced = payload;
    const payloads = first === payload ? [payload] : [first, payload];
    return payloads.map((one) => ({ topic: this.topics.discovery, payload: one, retain: true }));
  }

  async #state(): Promise<Message[]> {
    const { station, config } = this.parts;
    const telemetry = await station.telemetry();
    if (station.nowS() - telemetry.timestamp > Math.max(STALE_S, 2 * config.sensors.sample_interval_s)) return [];
    const sent = { ...telemetry, timestamp: station.outbox.believedS(telemetry.timestamp) };
    return [passing(this.topics.state, statePayload(sent, station.watch.anomaly(), station.isSimulated))];
  }

  async #forecast(): Promise<Message[]> {
    const { station } = this.parts;
    const forecast = station.forecasts.forecast(false);
    if (forecast.issued_ts === this.#saidForecastS) return [];
    this.#saidForecastS = forecast.issued_ts;
    const shaped = await homeAssistantOf(station);
    return [passing(this.topics.forecast, forecastPayload(forecast, station.rain.precipitation(), shaped))];
  }

  /** Oldest first. */
  #events(): Message[] {
    const events = this.#cursor.after(this.#lastEventId, EVENTS_AT_ONCE);
    this.#lastEventId = events.at(-1)?.id ?? this.#lastEventId;
    return events.map((event) => ({ ...passing(this.topics.event, eventPayload(event)), eventId: event.id }));
  }

  /** The state of all, and changes that wait in the queue; one leaves it when the broker has taken it. */
  #alarms(): Message[] {
    const { station, config } = this.parts;
    if (!config.alarms.channels.mqtt.enabled) return [];
    const due = station.alarmQueue.due('mqtt', EVENTS_AT_ONCE);
    return [
      passing(this.topics.alarms, alarmStates(station.alarms.list().alarms)),
      ...due.map((alarm) => ({ ...passing(this.topics.alarm, alarmEvent(alarm)), alarm })),
    ];
  }
}
