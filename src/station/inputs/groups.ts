/** Quantities that one sensor gives together, by the first word of their path. A station takes each group from one sender. */
const GROUP_OF: Readonly<Record<string, string>> = {
  outdoor: 'temperature',
  pressure: 'pressure',
  wind: 'wind',
  rain: 'rain',
  piezo: 'piezo',
  sun: 'sun',
  lightning: 'lightning',
  indoor: 'indoor',
};

/** Group of a path: `wind.gust_ms` is of the wind, `ch3.humidity_pct` of channel 3. */
export function groupOf(path: string): string {
  const [first = ''] = path.split('.');
  return GROUP_OF[first] ?? first;
}

/** Whether each sensor of a group has a channel of its own, so that there is no choice between them. */
export const isChannel = (group: string): boolean => /^(ch|probe|soil|leaf|pm)\d+$|^(indoor|bgt|pm_in)$/.test(group);

/** Groups that a station takes from one sender alone. */
export const singlesIn = (paths: Iterable<string>): string[] => groupsIn(paths).filter((group) => !isChannel(group));

/** All groups of these quantities. */
export const groupsIn = (paths: Iterable<string>): string[] => [...new Set([...paths].map(groupOf))].sort();
