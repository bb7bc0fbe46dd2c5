import { signal } from '@preact/signals';

export const TABS = ['list', 'map', 'skill', 'compare'] as const;
export type Tab = (typeof TABS)[number];
export interface Route {
  view: Tab | 'station';
  /** Of one station. */
  id: string;
  params: URLSearchParams;
}

/** `#/station/st-001?span=week`. Anything unknown is the list. */
function parse(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [view, id = ''] = path.split('/');
  const params = new URLSearchParams(query);
  if (view === 'station' && id) return { view, id: decodeURIComponent(id), params };
  return { view: TABS.find((tab) => tab === view) ?? 'list', id: '', params };
}

export const route = signal(parse(location.hash));
addEventListener('hashchange', () => {
  route.value = parse(location.hash);
});

export const toStation = (id: string): string => `#/station/${encodeURIComponent(id)}`;
export const toTab = (tab: Tab, params: Record<string, string> = {}): string => {
  const query = new URLSearchParams(params).toString();
  return `#/${tab}${query ? `?${query}` : ''}`;
};
