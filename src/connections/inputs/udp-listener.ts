import { createSocket } from 'node:dgram';
import { unlessAborted } from '../../base/clock.ts';
import { again } from '../../sending/back-off.ts';
import { sentence } from '../../words/sentence.ts';
import { Budget } from './budget.ts';
import { isPrivateAddress } from './private-address.ts';
import type { InputPorts } from './transport.ts';
import type { Troubles } from './troubles.ts';

/** Longest datagram that is looked at; the longest recorded has 0.8 KB. */
const MOST_BYTES = 2048;

interface UdpParts {
  port: number;
  /** Name of the family, for sentences. */
  input: string;
  ports: InputPorts;
  troubles: Troubles;
  heard: (text: string, address: string) => void;
}

/**
 * UDP listener for broadcasts of the home network. Other programs may listen on the same port. A port that cannot be had is tried again,
 * later and later. Anybody may send anything: size, address and number are limited before a datagram is decoded.
 */
export class UdpListener {
  /** Port in use; null while there is none. */
  boundPort: number | null = null;
  readonly #budget: Budget;

  constructor(private readonly parts: UdpParts) {
    this.#budget = new Budget(parts.ports.clock);
  }

  run(signal: AbortSignal): Promise<void> {
    const port = String(this.parts.port);
    return again(this.parts.ports, signal, async () => {
      const failure = await this.#listen(signal);
      if (failure === null || signal.aborted) return;
      const isTaken = failure === 'EADDRINUSE';
      const words = isTaken ? sentence('input.port-taken', { port }) : sentence('input.port-failed', { port, failure });
      this.parts.troubles.open('port', words);
    });
  }

  /** Listens until the signal (null), or until an error of the socket (its code). A fault of whoever hears it is thrown. */
  async #listen(signal: AbortSignal): Promise<string | null> {
    const { troubles, port } = this.parts;
    const socket = createSocket({ type: 'udp4', reuseAddr: true });
    const failed = new Promise<string>((resolve, reject) => {
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'));
      socket.on('message', (bytes, { address }) => {
        try {
          this.#hear(bytes, address);
        } catch (error) {
          reject(error);
        }
      });
    });
    socket.bind(port, () => {
      this.boundPort = socket.address().port;
      troubles.over('port');
    });
    try {
      return await unlessAborted(signal, failed);
    } finally {
      this.boundPort = null;
      socket.removeAllListeners('message');
      await socket[Symbol.asyncDispose](); // unless it is closed already, as after a bind that failed
    }
  }

  #hear(bytes: Buffer, address: string): void {
    const { troubles, input, heard } = this.parts;
    if (!isPrivateAddress(address)) return;
    if (!this.#budget.take(address)) troubles.note('flood', sentence('input.flood', { input }));
    else if (bytes.length > MOST_BYTES) troubles.note('unreadable', sentence('input.unreadable', { input }));
    else heard(bytes.toString('utf8'), address);
  }
}
