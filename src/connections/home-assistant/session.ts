import type { Clock } from '../../base/clock.ts';
import { jsonOf } from '../../base/json-text.ts';
import { WayError } from '../../sending/exchange.ts';
import { masked, told } from '../../sending/masked.ts';
import { sentence } from '../../words/sentence.ts';

const TIMEOUT_MS = 30_000;
const LONGEST_ANSWER = 1 << 20;

interface Message {
  id?: number;
  type: string;
  success?: boolean;
  result?: unknown;
  error?: unknown;
}

export type Answer = { ok: true; result: unknown } | { ok: false; code: string; message: string };

/** `homeassistant.local`, `http://…:8123` and `wss://…` → the address of its WebSocket API; null for any other text. */
export function websocketOf(address: string): string | null {
  const text = address.trim();
  const isBare = !/^[a-z]+:\/\//i.test(text);
  const url = URL.parse(isBare ? `ws://${text}` : text.replace(/^http/i, 'ws'));
  if (url === null || !/^wss?:$/.test(url.protocol) || url.hostname === '' || url.username !== '') return null;
  if (isBare && url.port === '') url.port = '8123';
  if (!url.pathname.endsWith('/api/websocket')) url.pathname = `${url.pathname.replace(/\/+$/, '')}/api/websocket`;
  url.search = '';
  url.hash = '';
  return url.href;
}

/**
 * Session of Home Assistant's WebSocket API. The token goes out in one message and is in nothing that this tells: what Home Assistant writes
 * is masked. One command is under way at a time.
 */
export class HomeAssistantSession {
  readonly #socket: WebSocket;
  #inbox: Message[] = [];
  #wake: () => void = () => {};
  #ended = false;
  #id = 0;
  /** Whether it takes `mean_type` and `unit_class`, as from 2025.11 on: until it refuses them, it does. */
  isModern = true;

  private constructor(
    private readonly address: string,
    private readonly token: string,
    private readonly clock: Clock,
    private readonly signal: AbortSignal,
  ) {
    this.#socket = new WebSocket(address);
    this.#socket.addEventListener('message', ({ data }) => this.#take(data));
    for (const event of ['close', 'error'] as const) this.#socket.addEventListener(event, () => this.#end());
    signal.addEventListener('abort', this.#aborted, { once: true });
  }

  readonly #aborted = (): void => this.#end();

  static async open(address: string, token: string, clock: Clock, signal: AbortSignal): Promise<HomeAssistantSession> {
    const session = new HomeAssistantSession(address, token, clock, signal);
    try {
      await session.#greet();
      return session;
    } catch (error) {
      session.close();
      throw error;
    }
  }

  async #greet(): Promise<void> {
    const hello = await this.#next(() => true);
    if (hello === null) throw this.#unreachable();
    if (hello.type !== 'auth_required') throw new WayError(sentence('ha.other', { address: this.address }));
    this.#send({ type: 'auth', access_token: this.token });
    const verdict = await this.#next(() => true);
    if (verdict === null) throw this.#unreachable();
    if (verdict.type !== 'auth_ok') throw new WayError(sentence('ha.token'));
  }

  #unreachable(): WayError {
    return new WayError(sentence('ha.unreachable', { address: this.address }));
  }

  #take(data: unknown): void {
    if (this.#ended) return;
    if (typeof data !== 'string' || data.length > LONGEST_ANSWER) {
      this.#end();
      return;
    }
    const said = jsonOf(data); // one message: lists are for those who ask for them by `supported_features`
    this.#inbox.push(typeof said === 'object' && said !== null ? (said as Message) : { type: 'unreadable' });
    this.#wake();
  }

  /** Text of the other side: on one line, without our token and without signs that turn or hide what stands beside them. */
  #shown(text: unknown): string {
    if (typeof text !== 'string') return '';
    // Masked before it is cut: half of a token is still half of a token.
    return told(masked(text.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}]/gu, ' '), [this.token]));
  }

  #end(): void {
    this.#ended = true;
    this.#wake();
  }

  #send(message: object): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
    else this.#end();
  }

  /** First message that fits; null once the connection has ended, or none came in half a minute, whatever else did. */
  async #next(fits: (message: Message) => boolean): Promise<Message | null> {
    const late = new AbortController();
    void this.clock.sleep(TIMEOUT_MS, late.signal).then(() => {
      if (!late.signal.aborted) this.#end();
    });
    try {
      for (;;) {
        while (this.#inbox.length === 0 && !this.#ended)
          await new Promise<void>((wake) => {
            this.#wake = wake;
          });
        const message = this.#inbox.shift() ?? null;
        if (message === null || fits(message)) return message;
      }
    } finally {
      late.abort();
    }
  }

  /** Answer to a command; null where the connection ended before it came. */
  async command(type: string, more: object = {}): Promise<Answer | null> {
    this.#id += 1;
    this.#send({ id: this.#id, type, ...more });
    const message = await this.#next((one) => one.type === 'result' && one.id === this.#id);
    if (message === null) return null;
    if (message.success === true) return { ok: true, result: message.result };
    const { code, message: why } = Object(message.error) as { code?: unknown; message?: unknown };
    return { ok: false, code: this.#shown(code), message: this.#shown(why) };
  }

  close(): void {
    this.signal.removeEventListener('abort', this.#aborted);
    this.#end();
    this.#socket.close();
  }
}
