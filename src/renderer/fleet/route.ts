import { signal } from '@preact/signals';

export const TABS = ['list', 'map', 'skill', 'compare', 'manage', 'alerts', 'people', 'audit'] as const;
export type Tab = (typeof TABS)[number];

/** `#/station/st-001`, `#/compare?a=st-001&b=st-002`. Anything unknown is the list. */
function parse(hash: string) {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [view, id = ''] = path.split('/');
  const params = new URLSearchParams(query);
  const named = view === 'station' ? decoded(id) : '';
  if (named) return { view: 'station' as const, id: named, params };
  return { view: TABS.find((tab) => tab === view) ?? 'list', id: '', params };
}

/** Empty for what spells no name: an address is typed by hand, too. */
function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return '';
  }
}

export const route = signal(parse(location.hash));
addEventListener('hashchange', () => (route.value = parse(location.hash)));

export const toStation = (id: string): string => `#/station/${encodeURIComponent(id)}`;
export const toTab = (tab: Tab, params: Record<string, string> = {}): string => {
  const query = new URLSearchParams(params).toString();
  return `#/${tab}${query ? `?${query}` : ''}`;
};
