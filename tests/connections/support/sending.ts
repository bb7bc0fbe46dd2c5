import { beforeEach } from 'vitest';
import { Config } from '../../../src/config/config.ts';
import { Courier } from '../../../src/connections/courier.ts';
import { pushSink } from '../../../src/connections/push/push.ts';
import { isIdle, type Sink } from '../../../src/connections/sink.ts';
import { Measured } from './measured.ts';
import { FakeNetwork } from './network.ts';

/** A station that measures, a network that a test answers for, and couriers between them. */
export class Sending {
  readonly world = new Measured();
  readonly network = new FakeNetwork(this.world.clock);
  readonly ended = new AbortController();
  running = Promise.resolve();

  begin(sink: Sink, isHeld = false): { courier: Courier; told: string[] } {
    const ports = this.network.ports();
    const courier = new Courier({ sink, outbox: this.world.outbox, ports, isHeld });
    this.running = courier.run(this.ended.signal);
    return { courier, told: ports.told };
  }

  /** Ends the courier alone. */
  async stop(): Promise<void> {
    this.ended.abort();
    await this.running;
  }

  async close(): Promise<void> {
    await this.stop();
    this.world.close();
  }
}

/** Gives each test of a file a sending of its own, which ends with it. */
export const eachSending = (use: (one: Sending) => void): void =>
  beforeEach(() => {
    const one = new Sending();
    use(one);
    return () => one.close();
  });

/** The sink of a database that rows are pushed to. */
export const pushOf = ({ network, world }: Sending, push: object, secret: string | null = null) =>
  pushSink(
    Config.parse({ site: { name: 'Home' }, push }),
    network.ports({ secret: () => secret }),
    world.outbox,
    false,
  );

/** The courier that pushes to it. */
export function startPush(sending: Sending, push: object, secret: string | null = null): Courier {
  const sink = pushOf(sending, push, secret);
  if (isIdle(sink)) throw new Error('nothing to send to');
  return sending.begin(sink).courier;
}
