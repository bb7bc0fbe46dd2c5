/** The few words of the DevTools protocol that a window needs, over one socket to a running Chromium. */
export type Params = Record<string, unknown>;

interface Pending {
  sessionId: string | undefined;
  resolve: (result: Params) => void;
  reject: (error: Error) => void;
}

export class DevTools {
  readonly #socket: WebSocket;
  readonly #pending = new Map<number, Pending>();
  readonly #listeners: ((method: string, params: Params, sessionId: string | undefined) => void)[] = [];
  #lastId = 0;

  static connect(url: string): Promise<DevTools> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(url);
      socket.onopen = () => resolve(new DevTools(socket));
      socket.onerror = () => reject(new Error(`no DevTools at ${url}`));
    });
  }

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(String(data)));
    socket.onclose = () => this.forget(undefined, 'the browser has gone');
  }

  send(method: string, params: Params = {}, sessionId?: string): Promise<Params> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { sessionId, resolve, reject });
      this.#socket.send(JSON.stringify({ id, method, params, sessionId }));
    });
  }

  on(listener: (method: string, params: Params, sessionId: string | undefined) => void): void {
    this.#listeners.push(listener);
  }

  /** What was asked of a process that has died will never be answered. Without a session: of all of them. */
  forget(sessionId: string | undefined, why: string): void {
    for (const [id, pending] of this.#pending) {
      if (sessionId !== undefined && pending.sessionId !== sessionId) continue;
      this.#pending.delete(id);
      pending.reject(new Error(why));
    }
  }

  close(): void {
    this.#socket.close();
  }

  #receive(message: {
    id?: number;
    method?: string;
    params?: Params;
    result?: Params;
    error?: Params;
    sessionId?: string;
  }) {
    if (message.id === undefined) {
      for (const listener of this.#listeners) listener(message.method!, message.params ?? {}, message.sessionId);
      return;
    }
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.error) pending?.reject(new Error(String(message.error['message'])));
    else pending?.resolve(message.result ?? {});
  }
}
