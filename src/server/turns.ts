/**
 * One heavy answer in each turn of the event loop. Requests that come together are read together, and answered in one go they
 * would keep the sampling, which shares their thread, waiting for all of them; so it waits for one at most.
 */
export function takingTurns() {
  let last = Promise.resolve();
  return <Args extends unknown[], Answer>(work: (...args: Args) => Answer) =>
    async (...args: Args): Promise<Awaited<Answer>> => {
      last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
      await last;
      return await work(...args);
    };
}

export type InTurn = ReturnType<typeof takingTurns>;
