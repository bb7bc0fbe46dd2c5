import { type Outcome, ours } from '../../sending/outcome.ts';
import type { Ports } from '../../sending/ports.ts';
import { type Sentence, sentence } from '../../words/sentence.ts';
import type { Batch, Sink } from '../sink.ts';
import { sendPacket } from './aprs-session.ts';
import { cwopMinute, cwopPacket, isCallSign } from './cwop.ts';
import { observed } from './observation.ts';
import type { Sender } from './service.ts';

/** APRS passcode of stations that are no radio amateur's. */
const NO_PASSCODE = '-1';
const TEN_MINUTES_S = 600;
const FIVE_MINUTES_S = 300;
/** After the mark at which the whole world sends, spread over half a minute. */
const AFTER_MARK_S = 15;
const SPREAD_S = 30;

/**
 * The Citizen Weather Observer Program. Every ten minutes, each station in its own minute (the last digit of its id), and only what is
 * new: the servers stamp what comes with the time at which it came.
 */
export function cwopSink(sender: Sender, ports: Ports): Sink {
  const { id, key, place } = sender;
  const minute = cwopMinute(id);
  const spreadS = Math.floor(ports.random() * SPREAD_S);
  return {
    name: 'cwop',
    pace: {
      staleS: TEN_MINUTES_S,
      catchUp: false,
      mostRows: 1,
      settleS: (minute % 5) * 60 + AFTER_MARK_S + spreadS,
    },
    secrets: key === '' ? [] : [key],
    takes: (row) => {
      const { airC, stationHpa } = observed(row, place);
      return airC !== null || stationHpa !== null;
    },
    // Every second row: the one that is newest when the minute comes.
    due: ({ tS }) => tS % TEN_MINUTES_S === (minute < 5 ? 0 : FIVE_MINUTES_S),
    async send({ rows }: Batch, signal: AbortSignal): Promise<Outcome> {
      if (!isCallSign(id)) return refused(sentence('cwop.no-id', { id }));
      const row = rows.at(-1)!;
      const packet = cwopPacket(observed(row, place), sender, row.rainDayMm?.() ?? null);
      if (packet === null) return refused(sentence('upload.unplaced'));
      const passcode = key === '' ? NO_PASSCODE : key;
      const login = { id, passcode, software: sender.software.replace('-', ' ') };
      const text = await sendPacket(packet, login, ports, signal);
      if (!isAnswered(text, id)) return { ...ours(sentence('aprs.no-login')), kind: 'retry' };
      // Everybody without a passcode is "unverified", and welcome; an amateur with a wrong one is not.
      const isWrong = passcode !== NO_PASSCODE && /\bunverified\b/i.test(text);
      return { status: null, text, kind: isWrong ? 'refused' : 'ok' };
    },
  };
}

/** Login acknowledged. CWOP answers nothing else: it accepts the id, verified or not, and never confirms a packet. */
const isAnswered = (text: string, id: string): boolean =>
  new RegExp(`^#\\s*logresp\\s+${id}\\s+(un)?verified\\b`, 'i').test(text);

const refused = (why: Sentence): Outcome => ({ ...ours(why), kind: 'refused' });
