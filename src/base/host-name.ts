const HOST = /^(?:\[([0-9a-f:.]+)\]|([^:[\]/?#@\s]+))(?::\d{1,5})?$/i;

/** Host name in a Host header, or as a setting has it, without its port; null when there is none to be read. */
export const hostName = (header: string | undefined): string | null => {
  const match = HOST.exec(header ?? '');
  return match ? (match[1] ?? match[2] ?? '').toLowerCase().replace(/\.$/, '') : null;
};
