import type { Clock } from '../../base/clock.ts';
import type { Ledger } from '../../sending/alarm-courier.ts';
import type { LastError } from '../../sending/outcome.ts';

interface Last {
  lastSuccessS: number | null;
  lastError: LastError | null;
}

/** Record of how each receiver of alerts answered last; of this run of the hub. */
export class AlertLedger implements Ledger {
  readonly #last = new Map<string, Last>();
  constructor(private readonly clock: Clock) {}

  get nowS(): number {
    return this.clock.nowS();
  }

  lastOf(name: string): Last {
    return this.#last.get(name) ?? { lastSuccessS: null, lastError: null };
  }

  begin(): void {}

  succeeded(name: string): void {
    this.#last.set(name, { lastSuccessS: this.nowS, lastError: null });
  }

  failed(name: string, error: LastError): void {
    this.#last.set(name, { ...this.lastOf(name), lastError: error });
  }
}
