import { type Dirent, promises as fs } from 'node:fs';
import { join } from 'node:path';
import { nullIfRefused } from '../../base/system-error.ts';
import { decodeKernel, type KernelDevice, nodesOf } from '../../station/inputs/families/kernel.ts';
import { sentence } from '../../words/sentence.ts';
import { Transport } from './transport.ts';

/** A chip that is read every second warms itself. */
const READ_EVERY_MS = 10_000;
/** An SCD4x waits up to six seconds for a new measurement. */
const READ_WITHIN_MS = 8000;
const MOST_DEVICES = 64;
const MOST_BYTES = 4096;
/** Failures in a row of one node that are worth a word: a DHT22 fails every other time. */
const FAILURES_TOLD = 3;

interface Found {
  device: Omit<KernelDevice, 'nodes'>;
  folder: string;
  nodes: readonly string[];
}

/**
 * Sensors with drivers in the Linux kernel (IIO, hwmon, 1-wire), found by their quantities and read one after the other. `root` of the tree
 * that has `sys`: another one than `/` is for tests.
 */
export class Kernel extends Transport<{ root: string }> {
  readonly name = 'kernel sensors';
  readonly #failures = new Map<string, number>();
  /** Nodes whose read has not come back: each holds a thread, so it is not asked again. */
  readonly #hanging = new Set<string>();

  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.ports;
    while (!signal.aborted) {
      const startMs = clock.steadyMs();
      // Looked for each time: a driver that is loaded anew gives its sensor another number.
      const found = await this.#scan();
      if (found.length === 0) this.troubles.open('none', sentence('input.kernel-none'));
      else this.troubles.over('none');
      for (const one of found) if (!signal.aborted) await this.#read(one, signal);
      await clock.sleep(Math.max(1000, startMs + READ_EVERY_MS - clock.steadyMs()), signal);
    }
  }

  async #scan(): Promise<Found[]> {
    const { root } = this.options;
    const places = [
      ['iio', 'sys/bus/iio/devices', /^iio:device\d+$/],
      ['hwmon', 'sys/class/hwmon', /^hwmon\d+$/],
      ['w1', 'sys/bus/w1/devices', /^28-[0-9a-f]+$/],
    ] as const;
    const found: Found[] = [];
    for (const [bus, place, pattern] of places)
      for (const { name } of await listed(join(root, place)))
        if (pattern.test(name) && found.length < MOST_DEVICES) {
          const one = await this.#look(bus, join(root, place, name), name);
          if (one.nodes.length > 0) found.push(one);
        }
    return found;
  }

  async #look(bus: KernelDevice['bus'], folder: string, entry: string): Promise<Found> {
    const name = (await text(join(folder, 'name')))?.trim() ?? entry;
    const key = bus === 'w1' ? entry : keyOf(await fs.readlink(folder).catch(nullIfRefused), name);
    const files = (await listed(folder)).map((file) => file.name);
    return { device: { bus, key, name }, folder, nodes: nodesOf(bus, name, files) };
  }

  async #read({ device, folder, nodes }: Found, signal: AbortSignal): Promise<void> {
    const values: Record<string, string | null> = {};
    for (const node of nodes) {
      values[node] = await this.#node(join(folder, node), signal);
      if (signal.aborted) return;
      this.#count(device.key, node, values[node]);
    }
    const observations = decodeKernel({ ...device, nodes: values });
    if (observations.length > 0) this.take(observations);
  }

  /** Text of a node; null where it cannot be read, or not in time. */
  async #node(path: string, signal: AbortSignal): Promise<string | null> {
    if (this.#hanging.has(path)) return null;
    this.#hanging.add(path);
    const reading = text(path).finally(() => this.#hanging.delete(path));
    const done = new AbortController();
    const late = this.ports.clock.sleep(READ_WITHIN_MS, AbortSignal.any([signal, done.signal])).then(() => null);
    return Promise.race([reading, late]).finally(() => done.abort());
  }

  #count(sensor: string, node: string, value: string | null): void {
    const topic = `${sensor} ${node}`;
    const failures = value === null ? (this.#failures.get(topic) ?? 0) + 1 : 0;
    this.#failures.set(topic, failures);
    if (failures === FAILURES_TOLD) this.troubles.open(topic, sentence('input.kernel-node', { sensor, node }));
    if (failures === 0) this.troubles.over(topic);
  }
}

/**
 * Identity by the bus: `…/i2c-1/1-0076/iio:device0` is `i2c-1-0076`, whatever number the kernel gave the device at this start. Without a
 * link it is the name.
 */
function keyOf(link: string | null, name: string): string {
  const parts = (link ?? '').split('/').filter((part) => part !== '' && part !== '..' && part !== 'hwmon');
  const address = parts.at(-2);
  if (address === undefined) return name;
  const i2c = /^(\d+)-([0-9a-f]{4})$/.exec(address);
  return i2c ? `i2c-${i2c[1]}-${i2c[2]}` : address;
}

const listed = async (folder: string): Promise<Dirent[]> =>
  (await fs.readdir(folder, { withFileTypes: true }).catch(nullIfRefused)) ?? [];

/** First bytes of a file, which may have any length: a link leads anywhere. */
async function text(path: string): Promise<string | null> {
  const file = await fs.open(path, 'r').catch(nullIfRefused);
  if (file === null) return null;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MOST_BYTES), 0, MOST_BYTES, null);
    return buffer.toString('utf8', 0, bytesRead);
  } catch (error) {
    return nullIfRefused(error);
  } finally {
    await file.close();
  }
}
