/** Whether a topic is of an MQTT filter: `+` is any one level, `#` at the end is all that follow, and the level above. */
export function isOfFilter(topic: string, filter: string): boolean {
  const [levels, wanted] = [topic.split('/'), filter.split('/')];
  for (const [n, want] of wanted.entries()) {
    if (want === '#') return true;
    if (n >= levels.length || (want !== '+' && want !== levels[n])) return false;
  }
  return levels.length === wanted.length;
}
