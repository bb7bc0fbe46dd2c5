import { signal } from '@preact/signals';

/** Views in the rail; the others open from the settings. */
export const RAIL = ['now', 'forecast', 'history', 'alarms', 'sensors', 'settings'] as const;
const VIEWS = [...RAIL, 'models', 'nerd', 'methods', 'connections', 'about'] as const;
export type RailView = (typeof RAIL)[number];
export type View = (typeof VIEWS)[number];

/** `#/history?hours=24`. Anything unknown is Now. */
export function parseRoute(hash: string) {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  return { view: VIEWS.find((view) => view === path) ?? 'now', params: new URLSearchParams(query) };
}

export const hashOf = (view: View, params?: Record<string, string>): string => {
  const query = new URLSearchParams(params).toString();
  return `#/${view}${query ? `?${query}` : ''}`;
};

export const route = signal(parseRoute(location.hash));
addEventListener('hashchange', () => (route.value = parseRoute(location.hash)));
