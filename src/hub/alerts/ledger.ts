import type { Clock } from '../../base/clock.ts';
import type { Ledger } from '../../sending/alarm-courier.ts';

/** Ledger of a hub, which stores nothing: a courier knows the last error of its receiver itself. */
export const noLedger = (clock: Clock): Ledger => ({
  get nowS() {
    return clock.nowS();
  },
  lastOf: () => ({ lastSuccessS: null, lastError: null }),
  begin() {},
  succeeded() {},
  failed() {},
});
