import { isIP } from 'node:net';
import { hostName } from '../base/host-name.ts';

/**
 * Names that nobody can own in the public DNS: single labels, and the endings reserved for home networks (RFC 8375, ICANN's `.internal`,
 * and the `.lan` of most routers). No outside page can have been served under one.
 */
const AT_HOME = /^(?=[^.]*[a-z])[\w-]{1,63}$|^[\w.-]{1,250}\.(?:lan|internal|home\.arpa)$/;

/**
 * Host header allowlist, against DNS rebinding: another page can point its own name at our address and would then be same-origin, but
 * cannot make the browser send a name of this list. Address literals are safe: nobody owns them in the DNS.
 */
export function hostCheck(machineName: string, configured: readonly string[]): (header: string | undefined) => boolean {
  const machine = machineName.toLowerCase();
  const short = machine.split('.')[0] ?? machine;
  const known = new Set(
    ['localhost', machine, short, `${short}.local`, ...configured].map((name) => hostName(name) ?? name.toLowerCase()),
  );
  return (header = '') => {
    const name = hostName(header);
    return name !== null && (isIP(name) !== 0 || known.has(name) || AT_HOME.test(name));
  };
}
