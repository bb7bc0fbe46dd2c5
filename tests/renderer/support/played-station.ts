import { answersOfViews } from '../../../src/renderer/kit/data/answers-of-views.ts';
import { createApi } from '../../../src/renderer/kit/data/api.ts';
import { createStation } from '../../../src/renderer/kit/data/create-station.ts';
import type { Tab } from '../../../src/renderer/kit/data/feed.ts';
import type { Source } from '../../../src/renderer/kit/data/reopening-stream.ts';
import { FakeTime } from './fake-time.ts';

type Handler = (init: RequestInit) => Response | Promise<Response>;

export const json = (body: unknown, status = 200): Response => Response.json(body, { status });
export const refusal = (status: number, detail: string): Response => json({ detail }, status);

/** The server as a browser sees it: it answers by path, may be silent, and may be down as a real one is. */
export class FakeServer {
  readonly asked: Array<{ path: string; init: RequestInit }> = [];
  readonly answers = new Map<string, Handler>();
  isDown = false;
  /** Takes the question and never answers. */
  isMute = false;

  readonly fetch = (async (input: string, init: RequestInit = {}) => {
    this.asked.push({ path: input, init });
    if (this.isMute) {
      return new Promise<Response>((_, reject) => {
        init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      });
    }
    if (this.isDown) throw new TypeError('Failed to fetch');
    const handler = this.answers.get(input.split('?')[0]!);
    return handler ? handler(init) : refusal(404, 'Not Found');
  }) as typeof fetch;

  count(path: string): number {
    return this.asked.filter((one) => one.path.startsWith(path)).length;
  }
}

/** An EventSource played by the test. */
export class FakeSource implements Source {
  onmessage: ((event: MessageEvent<string>) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  readyState = 0;
  close(): void {
    this.readyState = 2;
  }
  say(message: object): void {
    this.readyState = 1;
    this.onmessage?.({ data: JSON.stringify(message) } as MessageEvent<string>);
  }
  /** Any answer but 200: a browser does not try again by itself. */
  refuse(): void {
    this.readyState = 2;
    this.onerror?.({} as Event);
  }
}

/** A page and its station, an hour ahead of the browser's clock unless told. */
export function playedStation({ aheadS = 3600, isStarting = false } = {}) {
  const time = new FakeTime();
  const server = new FakeServer();
  const sources: FakeSource[] = [];
  const tab: Tab & { visible: boolean; listening: boolean } = {
    visible: true,
    listening: false,
    isVisible: () => tab.visible,
    isListening: () => tab.listening,
  };
  /** How long this page's machine has slept, while the station went on. */
  const played = { sleptS: 0 };
  const stationNowS = (): number => 1.75e9 + aheadS + played.sleptS + time.nowMs / 1000;
  const sample = (tS: number, temperature = 4.4) => ({
    timestamp: tS,
    temperature,
    health: 'ok',
    rates: {},
    derived: {},
  });
  const message = (tS = stationNowS(), temperature = 4.4) => ({
    telemetry: sample(tS, temperature),
    precipitation: { rain_probability: 0.11 },
    health: 'ok',
    drift_stress: 0,
    jobs: [],
  });
  server.answers.set('/api/status', () =>
    json({
      started_ts: 1.75e9 + aheadS - 5000,
      uptime_s: 5000 + played.sleptS + time.nowMs / 1000,
      jobs: [],
      site: { timezone: 'UTC' },
    }),
  );
  server.answers.set('/api/telemetry', () => json(sample(stationNowS())));
  server.answers.set('/api/precipitation', () => json({ rain_probability: 0.11 }));
  const station = createStation(
    time,
    createApi(server.fetch, null, () => 'silent'),
    () => {
      sources.push(new FakeSource());
      return sources.at(-1)!;
    },
    tab,
    isStarting,
  );
  return Object.assign(played, {
    time,
    server,
    sources,
    tab,
    station: Object.assign(station, answersOfViews(station.resource)),
    stationNowS,
    message,
  });
}
