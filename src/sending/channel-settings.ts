import { alarmChannels } from '../config/alarm-channels.ts';

/** Settings of mail and webhook: a station's `alarms.channels`, and what a hub's alerts are made into. */
export const { email: EmailSettings, webhook: WebhookSettings } = alarmChannels.shape;
