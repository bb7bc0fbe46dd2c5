import type { Io } from './command.ts';
import { leave } from './ending/leaving.ts';
import { onStopSignal } from './ending/stop-signals.ts';
import { unlessStopped } from './user-error.ts';

interface Life<S> {
  /** `stopping` is aborted by a stop that comes while the start is under way. */
  start(stopping: AbortController): Promise<S>;
  started(service: S, stopping: AbortSignal): void;
  stopping(): void;
}

/** Runs a service until a signal asks for its stop, from the first moment of its start on. Answers the exit code. */
export async function untilStopped<S extends { stop(): Promise<void> }>(io: Io, life: Life<S>): Promise<number> {
  unlessStopped(io.stop);
  const stopping = new AbortController();
  const stop = async () => {
    stopping.abort();
    life.stopping();
    const service = await starting.catch(() => null); // why there is none is told below
    await service?.stop();
  };
  const stopped = Promise.withResolvers<number>();
  onStopSignal(stop, (code) => {
    stopped.resolve(code);
    if (code !== 0) void leave(code);
  });
  const starting = life.start(stopping);
  const service = await starting;
  if (!stopping.signal.aborted) life.started(service, stopping.signal);
  return stopped.promise;
}
