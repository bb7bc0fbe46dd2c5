import { matching } from '../../kit/media.ts';
import { hashOf } from '../../kit/router.ts';

/** Narrower than this the list and the editor take turns. */
export const isWide = matching('(min-width: 1000px)');

/** Part of the address that names the alarm that somebody chose. On a narrow screen it stands in the list's place. */
export const CHOSEN = 'alarm';

/** Chooses an alarm: on a narrow screen a step of the browser's history, which its Back key takes back. */
export function choose(id: string): void {
  const hash = hashOf('alarms', { [CHOSEN]: id });
  if (location.hash === hash) return;
  if (isWide.peek()) location.replace(hash);
  else {
    location.hash = hash;
    history.replaceState(CHOSEN, '');
  }
}

/** Back to the list: a step back in the browser's history where a choice led here, and never out of the view. */
export const unchoose = (): void => (history.state === CHOSEN ? history.back() : location.replace(hashOf('alarms')));
