// qemu's own word: a machine's memory goes into a file, and another qemu goes on from it.
import { createConnection } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

async function open(path) {
  const socket = createConnection(path);
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const answer = async () => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error('qemu closed its monitor');
      const said = JSON.parse(value);
      if (said.error) throw new Error(`qemu: ${said.error.desc}`);
      if ('return' in said) return said.return;
    }
  };
  const ask = (execute, args = {}) => {
    socket.write(`${JSON.stringify({ execute, arguments: args })}\n`);
    return answer();
  };
  await ask('qmp_capabilities');
  return { ask, close: () => socket.destroy() };
}

/** The running machine stops, with its memory in `file`. */
export async function saveMemory(path, file) {
  const { ask, close } = await open(path);
  try {
    await ask('migrate-set-parameters', { 'max-bandwidth': 1_000_000_000 });
    await ask('migrate', { uri: `exec:cat >'${file}'` });
    for (;;) {
      const { status, 'error-desc': why } = await ask('query-migrate');
      if (status === 'completed') return;
      if (status === 'failed' || status === 'cancelled') throw new Error(`the memory was not saved: ${why ?? status}`);
      await wait(500);
    }
  } finally {
    close();
  }
}
