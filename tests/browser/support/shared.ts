import { afterAll } from 'vitest';

type Shared = { close(): Promise<unknown> } | { stop(): Promise<unknown> };

/** What the tests of a file share, a browser and stations: opened beside each other before the first, ended after the last. */
export async function shared<T extends readonly Promise<Shared>[]>(...opening: T) {
  const all = await Promise.all(opening);
  afterAll(async () => {
    for (const one of all as readonly Shared[]) await ('stop' in one ? one.stop() : one.close());
  });
  return all;
}
