import { z } from 'zod';

/** Ways an alarm is delivered. */
export const alarmChannels = z.strictObject({});
