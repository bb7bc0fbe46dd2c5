import { DAY_S } from '../../base/durations.ts';
import type { EventRecord } from '../../contract/events.ts';
import type { Store } from '../store/store.ts';

const STATE = { name: 'connections.mqtt-event', version: 1 };
/** Older events are not sent: the log has them. */
const STALE_S = DAY_S;

/** Cursor of the MQTT events: the id of the newest one that the broker has acknowledged, kept over restarts. */
export class EventCursor {
  #id: number;

  constructor(
    private readonly store: Store,
    private readonly nowS: () => number,
  ) {
    const newest = store.events.recent(1)[0]?.id ?? 0;
    const saved = store.atHome ? store.learned.load(STATE.name, STATE.version) : null;
    // At the first start the past is no news. A rebuilt log may count from below.
    this.#id = saved?.found ? Math.min((saved.state as { id: number }).id, newest) : newest;
    if (!saved?.found) this.#keep(); // a broker may be installed after the station: what happens until then waits for it
  }

  get id(): number {
    return this.#id;
  }

  after(id: number, limit: number): EventRecord[] {
    return this.store.events.after(id, this.nowS() - STALE_S, limit);
  }

  acknowledged(id: number): void {
    if (id <= this.#id) return;
    this.#id = id;
    this.#keep();
  }

  #keep(): void {
    const { store } = this;
    const state = { ...STATE, state: { id: this.#id } };
    if (store.atHome) store.attempt(() => store.learned.saveLater(state, this.nowS()));
  }
}
