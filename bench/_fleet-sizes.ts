// Bytes and memory of a day of so many stations.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { engine } from '../tests/support/fleet-engine.ts';
import { batch, each } from './_fleet-played.ts';
import { bytesIn, directly, ENGINE_ARGUMENTS, memoryMb, say } from './_fleet-programs.ts';

export async function sizes(folder: string, counts: readonly number[]): Promise<void> {
  for (const count of counts) {
    const data = join(folder, `engine-${count}`);
    const store = await engine(data, ENGINE_ARGUMENTS);
    const startedMs = performance.now();
    await each(count, 4, async (i) => {
      const { status } = await directly(store, i, batch(i, 288));
      if (status !== 204) throw new Error(`the engine answers ${status}`);
    });
    const seconds = (performance.now() - startedMs) / 1000;
    await fetch(`${store.url}/internal/force_flush`);
    await fetch(`${store.url}/internal/force_merge`);
    await new Promise((resolve) => setTimeout(resolve, 3000));
    const values = count * (288 * 6 + 24 * 36 + 7);
    const bytes = bytesIn(join(data, 'data')) + bytesIn(join(data, 'indexdb'));
    say(
      `${count} stations, a day: ${values} values in ${seconds.toFixed(1)} s (${(values / seconds / 1000).toFixed(0)} k/s), ${(bytes / 1e6).toFixed(2)} MB (${(bytes / values).toFixed(2)} B a value, ${(bytes / count / 1000).toFixed(1)} kB a station-day), engine ${memoryMb(store.pid).toFixed(0)} MB, at most ${memoryMb(store.pid, 'VmHWM').toFixed(0)} MB`,
    );
    await store.stop();
    rmSync(data, { recursive: true });
  }
}
