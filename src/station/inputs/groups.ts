/**
 * Group of a path, by its first word: quantities that one sensor gives together, which a station takes from one sender. `wind.gust_ms` is of
 * the wind, `ch3.humidity_pct` of channel 3; the air outdoors goes by its temperature.
 */
export function groupOf(path: string): string {
  const [first = ''] = path.split('.');
  return first === 'outdoor' ? 'temperature' : first;
}

/** Groups whose sensors have a channel each, so that there is no choice between them. */
const CHANNELS = /^(ch|probe|soil|leaf|pm)\d+$|^(indoor|bgt|pm_in)$/;

/** Groups that a station takes from one sender alone. */
export const singlesIn = (paths: Iterable<string>): string[] =>
  groupsIn(paths).filter((group) => !CHANNELS.test(group));

export const groupsIn = (paths: Iterable<string>): string[] => [...new Set([...paths].map(groupOf))].sort();
