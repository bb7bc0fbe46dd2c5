import { endpoints } from '../../contract/endpoints.ts';
import { found } from '../../http/api-error.ts';
import { MQTT_QUANTITIES } from '../../quantities/mqtt-in.ts';
import type { InputsFacet } from '../../station/api.ts';
import { sentence } from '../../words/sentence.ts';
import type { Answering } from '../answers/answering.ts';
import type { BrokerPort } from '../ports.ts';

/** Bought stations and sensors: who reports, and who counts. */
export function inputRoutes({ read, change }: Answering<InputsFacet>): void {
  const unknown = sentence('refusal.input');
  read(endpoints.inputs, ({ of }) => of.list());
  change(endpoints.adoptInput, ({ of, params: { id }, body }) => found(of.adopt(id, body), unknown));
  change(endpoints.retireInput, ({ of, params: { id } }) => found(of.retire(id), unknown));
  change(endpoints.ignoreInput, ({ of, params: { id } }) => found(of.ignore(id), unknown));
}

/** Messages of a house are for those who may change its settings: this is a POST, although it changes nothing. */
export function topicRoutes({ change }: Answering<BrokerPort>): void {
  change(endpoints.mqttTopics, ({ of }) => ({ ...of.topics(), quantities: [...MQTT_QUANTITIES] }));
}
