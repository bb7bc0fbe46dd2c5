import { effect } from '@preact/signals';
import { type Channel, Leadership, type Note, type Timers } from './leader.ts';
import { ReopeningStream } from './reopening-stream.ts';
import { catchUp } from './resource.ts';
import { isStale, receive, tick } from './station.ts';

const timers: Timers = {
  after(ms, run) {
    const id = setTimeout(run, ms);
    return () => clearTimeout(id);
  },
};

function openChannel(): Channel {
  if (typeof BroadcastChannel === 'undefined') {
    return { post: () => undefined, listen: () => undefined, close: () => undefined }; // a tab that is alone leads
  }
  const channel = new BroadcastChannel('weatherglass-stream');
  return {
    post: (note) => channel.postMessage(note),
    listen: (hear) => channel.addEventListener('message', (event: MessageEvent<Note>) => hear(event.data)),
    close: () => channel.close(),
  };
}

/** Connects this tab to the station, through its own stream or another tab's, for as long as it lives. */
export function connect(): void {
  let leadership: Leadership | null = null;
  const take = (text: string): void => receive(text, performance.now());
  const stream = new ReopeningStream(
    () => new EventSource('/api/stream'),
    timers,
    (text) => {
      take(text);
      leadership?.share(text);
    },
  );
  const join = (): void => {
    leadership = new Leadership(
      Math.random().toString(36).slice(2),
      openChannel(),
      timers,
      () => document.visibilityState === 'visible',
      { lead: () => stream.start(), follow: () => stream.stop(), message: take },
    );
  };
  const leave = (): void => {
    stream.stop();
    leadership?.close();
    leadership = null;
  };

  join();
  setInterval(() => tick(performance.now()), 1000);
  effect(() => {
    if (isStale.value && document.visibilityState === 'visible') leadership?.campaign(true);
  });
  // A page in the back-forward cache must not hold the stream.
  addEventListener('pagehide', leave);
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    join();
    catchUp.value++;
  });
  let hiddenSinceMs = 0;
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') {
      hiddenSinceMs = performance.now();
      return;
    }
    // A hidden page asks for nothing; what changed meanwhile is fetched before the reader's eyes have settled.
    if (performance.now() - hiddenSinceMs > 30_000) catchUp.value++;
    tick(performance.now());
    if (isStale.peek()) leadership?.campaign(true);
  });
}
