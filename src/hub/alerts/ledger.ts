import type { Clock } from '../../base/clock.ts';
import type { Ledger } from '../../sending/alarm-courier.ts';

/** Ledger of a hub, which keeps nothing: the courier of a receiver knows its last error until the hub ends. */
export const noLedger = (clock: Clock): Ledger => ({
  get nowS() {
    return clock.nowS();
  },
  lastOf: () => ({ lastSuccessS: null, lastError: null }),
  begin() {},
  succeeded() {},
  failed() {},
});
