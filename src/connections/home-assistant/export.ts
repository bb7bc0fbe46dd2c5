import type { Clock } from '../../base/clock.ts';
import type { HomeAssistantExport } from '../../contract/home-assistant.ts';
import { WayError } from '../../sending/exchange.ts';
import type { HistoryFacet, Refusal } from '../../station/api.ts';
import { refused, type Sentence, sentence } from '../../words/sentence.ts';
import { ENGLISH, type Speaker } from '../../words/speaker.ts';
import { openWay, type Sending, sendHours } from './send.ts';
import type { HomeAssistantSession } from './session.ts';

type Asked = Pick<Sending, 'address' | 'token' | 'prefix'>;

type State = Omit<HomeAssistantExport, 'detail'> & { said: Sentence | null };

/**
 * Export of hourly statistics into Home Assistant's recorder, one at a time. The token lives as long as the run, and is stored nowhere. Sending
 * again doubles nothing: Home Assistant keeps one row for an hour.
 */
export class HomeAssistantExporter {
  #now: State = { state: 'idle', sent: 0, share: 0, said: null };

  constructor(
    private readonly clock: Clock,
    private readonly signal: AbortSignal,
    private readonly unexpected: (error: unknown) => void,
  ) {}

  status(speaker: Speaker = ENGLISH): HomeAssistantExport {
    const { said, ...now } = this.#now;
    return { ...now, detail: said ? speaker.say(said) : null };
  }

  /** Answers once Home Assistant is reached and lets us in; the hours follow. */
  async start(history: HistoryFacet, asked: Asked, speaker: Speaker = ENGLISH): Promise<HomeAssistantExport | Refusal> {
    if (this.#now.state === 'running') return refused(sentence('ha.busy'));
    const firstS = history.firstS();
    if (firstS === null) return refused(sentence('ha.nothing'));
    const before = this.#now;
    this.#now = { state: 'running', sent: 0, share: 0, said: null };
    const [clock, signal] = [this.clock, this.signal];
    const span = Math.max(1, clock.nowS() - firstS);
    const progress = (sent: number, uptoS: number): void => {
      this.#now = { ...this.#now, sent, share: Math.min(1, Math.max(0, (uptoS - firstS) / span)) };
    };
    const sending: Sending = { ...asked, clock, signal, progress };
    try {
      const session = await openWay(sending);
      void this.#run(session, history, sending);
      return this.status(speaker);
    } catch (error) {
      this.#now = before;
      if (error instanceof WayError) return refused(error.why);
      throw error;
    }
  }

  async #run(session: HomeAssistantSession, history: HistoryFacet, sending: Sending): Promise<void> {
    try {
      const sent = await sendHours(session, history.hours(), sending);
      this.#now = { state: 'done', sent, share: 1, said: sentence('ha.done', { sent }) };
    } catch (error) {
      const { sent } = this.#now;
      const isKnown = error instanceof WayError;
      if (!isKnown) this.unexpected(error);
      const said = isKnown ? error.why : sentence('ha.broke-off', { sent });
      this.#now = { ...this.#now, state: 'failed', said };
    }
  }
}
