import { type Clock, Slicer } from '../../base/clock.ts';
import { WayError } from '../../sending/exchange.ts';
import type { PastRow } from '../../station/store/queries/past-rows.ts';
import { sentence } from '../../words/sentence.ts';
import { type Answer, HomeAssistantSession, websocketOf } from './session.ts';
import { type Batch, metadataOf, Statistics } from './statistics.ts';

/** Hours in one command: some 100 kB of the 4 MB that Home Assistant takes. */
const HOURS_A_BATCH = 1000;
const SLICE_MS = 4;

export interface Sending {
  address: string;
  token: string;
  /** Told apart from another station's by this; '' for none. */
  prefix: string;
  clock: Clock;
  signal: AbortSignal;
  progress(sent: number, uptoS: number): void;
}

/** Opens a session and asks whether the recorder can take anything. */
export async function openWay({ address, token, clock, signal }: Sending): Promise<HomeAssistantSession> {
  const url = websocketOf(address);
  if (url === null) throw new WayError(sentence('ha.address', { address }));
  const session = await HomeAssistantSession.open(url, token.trim(), clock, signal);
  const info = await session.command('recorder/info');
  const state = info?.ok ? (info.result as { recording?: boolean; migration_in_progress?: boolean } | null) : null;
  if (state?.recording === true && state.migration_in_progress !== true) return session;
  session.close();
  throw new WayError(info === null ? sentence('ha.unreachable', { address: url }) : sentence('ha.recorder'));
}

/** Sends every hour of the history as statistics, and ends the session. Returns how many values were taken. */
export async function sendHours(session: HomeAssistantSession, pages: Iterable<readonly PastRow[]>, sending: Sending) {
  const statistics = new Statistics();
  const slicer = new Slicer(sending.clock, SLICE_MS);
  let sent = 0;
  let uptoS = 0;
  const send = async (batches: readonly Batch[]): Promise<void> => {
    for (const batch of batches) {
      sent += await sendBatch(session, batch, sending.prefix, sent);
      sending.progress(sent, uptoS);
    }
  };
  try {
    for (const page of pages) {
      for (const row of page) statistics.add(row);
      uptoS = page.at(-1)!.startS;
      await send(statistics.take(HOURS_A_BATCH));
      await slicer.breathe();
    }
    await send(statistics.take(1));
    return sent;
  } finally {
    session.close();
  }
}

/** Sends one batch; in the words of older versions where the others are refused. Returns how many hours it took. */
async function sendBatch(session: HomeAssistantSession, { statistic, hours }: Batch, prefix: string, sent: number) {
  const put = async (isModern: boolean): Promise<Answer | 'left out'> => {
    const metadata = metadataOf(statistic, prefix, isModern);
    if (metadata === null) return 'left out';
    const answer = await session.command('recorder/import_statistics', { metadata, stats: hours });
    if (answer === null) throw new WayError(sentence('ha.broke-off', { sent }));
    return answer;
  };
  let answer = await put(session.isModern);
  if (session.isModern && answer !== 'left out' && !answer.ok && answer.code === 'invalid_format') {
    const older = await put(false);
    if (older === 'left out' || older.ok) [session.isModern, answer] = [false, older];
  }
  if (answer === 'left out') return 0;
  if (answer.ok) return hours.length;
  if (answer.code === 'unauthorized') throw new WayError(sentence('ha.not-admin'));
  if (answer.code === 'unknown_command') throw new WayError(sentence('ha.recorder'));
  const why = [answer.message, answer.code].find((text) => text.trim() !== '') ?? 'unknown error';
  throw new WayError(sentence('ha.refused', { name: statistic.name, why }));
}
