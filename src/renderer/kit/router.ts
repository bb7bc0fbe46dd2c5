import { signal } from '@preact/signals';

/** Views in the rail; the others open from the settings. */
export const RAIL = ['now', 'forecast', 'history', 'alarms', 'sensors', 'settings'] as const;
const VIEWS = [...RAIL, 'models', 'nerd', 'methods', 'connections', 'about'] as const;
export type RailView = (typeof RAIL)[number];
export type View = (typeof VIEWS)[number];

export interface Route {
  view: View;
  params: URLSearchParams;
}

/** `#/history?hours=24`. Anything unknown is Now. */
function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  return { view: VIEWS.find((view) => view === path) ?? 'now', params: new URLSearchParams(query) };
}

export const hashOf = (view: View, params?: Record<string, string>): string => {
  const query = new URLSearchParams(params).toString();
  return `#/${view}${query ? `?${query}` : ''}`;
};

export const route = signal(parseRoute(location.hash));
addEventListener('hashchange', () => {
  route.value = parseRoute(location.hash);
});

export const go = (view: View): void => {
  location.hash = hashOf(view);
};

/** Opens a part of a view, which its address names. A step is an entry of the browser's history: the Back key takes it back. */
export function openPart(view: View, params: Record<string, string>, isStep: boolean): void {
  const hash = hashOf(view, params);
  if (isStep) history.pushState({ isStep }, '', hash);
  else history.replaceState(history.state, '', hash);
  route.value = parseRoute(hash);
}

/** Closes a part of a view: the Back key's way where a step led to it, and never out of the view. */
export function closePart(view: View): void {
  if ((history.state as { isStep?: boolean } | null)?.isStep) history.back();
  else openPart(view, {}, false);
}
