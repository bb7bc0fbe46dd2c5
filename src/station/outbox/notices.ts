import { DAY_S } from '../../base/durations.ts';
import type { FleetNotice } from '../../contract/fleet-notice.ts';
import { sentence } from '../../words/sentence.ts';
import type { Store } from '../store/store.ts';
import { Kept } from './kept.ts';

interface State {
  /** Identity of the receiver: notices of another one are dropped. */
  receiver: string;
  standing: readonly FleetNotice[];
  /** Which have been told as events, the newest last, and how many of them on which day. */
  told: string[];
  day: number;
  toldThatDay: number;
}

/** Notices remembered, so that none is reported twice; at most ten a day are reported. */
const REMEMBERED = 50;
const TOLD_A_DAY = 10;
/** Least time between two changes that are stored: a receiver may say something else each time. */
const PAUSE_S = 60;

/** Notices of the fleet's operator. Each is shown while it stands, and reported once. */
export class HeardNotices {
  readonly #kept: Kept<State>;
  #changedS = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly store: Store,
    private readonly nowS: () => number,
  ) {
    this.#kept = new Kept(store, 'connections.notices', nowS);
  }

  of(receiver: string): readonly FleetNotice[] {
    const state = this.#kept.get();
    return state?.receiver === receiver ? state.standing : [];
  }

  /** All that stand now, as the receiver says. */
  hear(receiver: string, standing: readonly FleetNotice[]): void {
    const before = this.#kept.get();
    const nowS = this.nowS();
    const isSame = before?.receiver === receiver && JSON.stringify(before.standing) === JSON.stringify(standing);
    if (isSame || (before === null && standing.length === 0)) return;
    if (Math.abs(nowS - this.#changedS) < PAUSE_S) return;
    const day = Math.floor(nowS / DAY_S);
    const ofToday = before?.day === day ? before.toldThatDay : 0;
    const known = before?.told ?? [];
    const unheard = standing.filter(({ id }) => !known.includes(id)).slice(0, TOLD_A_DAY - ofToday);
    const told = [...known, ...unheard.map(({ id }) => id)].slice(-REMEMBERED);
    const state: State = { receiver, standing, told, day, toldThatDay: ofToday + unheard.length };
    // Noted as told before it is told: a kill in between costs one event, and does not repeat one at each start.
    if (!this.#kept.put(state)) return;
    this.#changedS = nowS;
    for (const { text } of unheard)
      this.store.events.add({ ts: nowS, kind: 'state', severity: 'info', ...sentence('fleet.notice', { text }) });
  }
}
