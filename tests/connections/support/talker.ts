import { Session } from '../../../src/connections/mqtt/session.ts';
import { runningClock } from '../../support/running-clock.ts';

// A station that is killed: it says that it is there, and waits.
const will = { topic: 'weatherglass/wg_killed/status', payload: 'offline', retain: true };
const broker = {
  url: process.argv[2]!,
  clientId: 'weatherglass-wg_killed',
  username: null,
  password: null,
  ca: null,
  will,
};
const session = await Session.open(broker, runningClock(), new AbortController().signal);
await session.publish({ ...will, payload: 'online' });
process.stdout.write('ready\n');
