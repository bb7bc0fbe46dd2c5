import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/**
 * Security headers, computed once. Made for plain HTTP on a LAN: nothing that promises TLS (HSTS, upgrade-insecure-requests), nothing that
 * a browser warns of on such an origin (COOP, Origin-Agent-Cluster).
 */
const protect = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'self'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      // fonts, connections and workers are as by default: on every answer each word counts
      'img-src': ["'self'", 'data:'],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'self'"],
    },
  },
  strictTransportSecurity: false,
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xDnsPrefetchControl: false,
  xXssProtection: false,
  referrerPolicy: { policy: 'same-origin' },
});

const headers = new Map<string, string>();
const recorder = { setHeader: headers.set.bind(headers), removeHeader: () => undefined };
protect({} as IncomingMessage, recorder as unknown as ServerResponse, (error) => {
  if (error) throw error;
});
export const securityHeaders: ReadonlyMap<string, string> = headers;

/**
 * Security headers of data and of a page's parts. They may load nothing when opened as a page, so they need no Referrer-Policy, and
 * `frame-ancestors` says what X-Frame-Options says to older browsers: a first view asks for fifteen of them.
 */
export const securityHeadersOfData: ReadonlyMap<string, string> = new Map([
  ...[...securityHeaders].filter(([name]) => name !== 'X-Frame-Options' && name !== 'Referrer-Policy'),
  ['Content-Security-Policy', "default-src 'none';frame-ancestors 'self'"],
]);
