import { describe, expect, it } from 'vitest';
import { Memory } from '../../../src/station/learned/memory.ts';
import type { Store } from '../../../src/station/store/store.ts';
import { Bus } from '../../../src/station/subjects/bus.ts';
import { Keeping } from '../../../src/station/subjects/keeping.ts';
import { FakeClock } from '../../support/fake-clock.ts';

/** Three components that learn together: what each of them saw last. Making one takes two milliseconds. */
function learners() {
  let steadyMs = 0;
  const clock = Object.assign(new FakeClock(), { steadyMs: () => steadyMs });
  const table = new Map<string, string>();
  const transactions: string[][] = [];
  const memory = new Memory(
    {
      load: () => ({ found: false, reason: null }),
      putAll: (written) => {
        transactions.push(written.map(({ name, text }) => `${name} ${text}`));
        for (const { name, text } of written) table.set(name, text);
      },
      saveLater: ({ name, state }) => void table.set(name, JSON.stringify(state)),
    },
    () => {},
  );
  const attempts = {
    attempt: (work: () => void) => {
      work();
      return true;
    },
  };
  let seen = 0;
  let made = 0;
  let learnsWhileMade = (_made: number): boolean => false;
  const learn = () => {
    seen += 1;
    keeping.changed();
  };
  const small = function* () {
    for (const name of ['rain', 'novelty', 'climatology']) {
      steadyMs += 2;
      yield { name, version: 1, state: seen };
      made += 1;
      if (learnsWhileMade(made)) setImmediate(learn);
    }
  };
  const keeping = new Keeping({
    clock,
    store: attempts as unknown as Store,
    memory,
    bus: new Bus(),
  });
  keeping.keep({ remembered: small });
  keeping.keepHeads({
    remembered: function* () {
      for (const name of ['head 1', 'head 2']) yield { name, version: 1, state: seen };
    },
  });
  return {
    keeping,
    transactions,
    table,
    turnsWhile: async (work: Promise<void>) => {
      let turns = 0;
      let over = false;
      void work.then(() => (over = true));
      for (; !over; turns += 1) await new Promise((resolve) => setImmediate(resolve));
      return turns;
    },
    learnWhile: (when: (made: number) => boolean) => {
      learnsWhileMade = when;
    },
  };
}

describe('what was learned is put down', () => {
  it('over several turns of the event loop and in one transaction', async () => {
    const { keeping, transactions, turnsWhile } = learners();
    expect(await turnsWhile(keeping.save())).toBeGreaterThanOrEqual(3);
    expect(transactions).toEqual([['rain 0', 'novelty 0', 'climatology 0']]);
  });

  it('as of one moment: a sample in the middle has it begun anew', async () => {
    const { keeping, transactions, learnWhile } = learners();
    learnWhile((made) => made === 1);
    await keeping.save();
    expect(transactions).toEqual([['rain 1', 'novelty 1', 'climatology 1']]);
  });

  it('at once where something is learned in every turn', async () => {
    const { keeping, transactions, learnWhile } = learners();
    learnWhile(() => true);
    await keeping.save();
    expect(transactions).toHaveLength(1);
    expect(new Set(transactions[0]!.map((row) => row.split(' ')[1])).size).toBe(1);
  });

  it('anew when what was begun is replaced before it is put down', async () => {
    const { keeping, transactions, learnWhile } = learners();
    learnWhile(() => false);
    const begun = keeping.save();
    keeping.changed();
    await begun;
    expect(transactions).toHaveLength(1);
  });

  it('not at all by a save that the end overtook', async () => {
    const { keeping, transactions, table } = learners();
    const saving = keeping.save();
    keeping.saveLast();
    keeping.end();
    await saving;
    expect(transactions).toHaveLength(1);
    expect([...table.keys()]).toEqual(['rain', 'novelty', 'climatology', 'head 1', 'head 2']);
  });
});
