import { never } from '../base/clock.ts';
import { openWay, type Sending, sendHours } from '../connections/home-assistant/send.ts';
import { WayError } from '../sending/exchange.ts';
import type { HistoryReads } from '../station/store/queries/history.ts';
import { systemClock } from './clock.ts';
import type { Io } from './command.ts';
import { firstLine } from './first-line.ts';
import { UserError } from './user-error.ts';

/** Token of `HASS_TOKEN`, or asked for: on the command line every user of the machine could read it. */
async function tokenFrom(io: Io): Promise<string> {
  const token = (io.env['HASS_TOKEN'] ?? (await firstLine(io, 'Long-lived access token of Home Assistant: '))).trim();
  if (token === '') throw new UserError('There is no token. Type it, send it to standard input, or set HASS_TOKEN.');
  return token;
}

/** Sends every hour of the history into Home Assistant's recorder. Returns how many values it took. */
export async function sendToHomeAssistant(
  history: HistoryReads,
  asked: Pick<Sending, 'address' | 'prefix'>,
  io: Io,
  bar: (share: number) => void,
): Promise<number> {
  const [firstS, nowS] = [history.firstS() ?? 0, systemClock.nowS()];
  const sending: Sending = {
    ...asked,
    token: await tokenFrom(io),
    clock: systemClock,
    signal: never,
    progress: (_sent, uptoS) => bar((uptoS - firstS) / Math.max(1, nowS - firstS)),
  };
  try {
    return await sendHours(await openWay(sending), history.past.pages(0, nowS, 'hour'), sending);
  } catch (error) {
    throw error instanceof WayError ? new UserError(error.message) : error;
  }
}
