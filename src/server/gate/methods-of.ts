import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';

const READ = ['GET', 'HEAD'];

/** Pattern and methods of every path that exists. A parameter is one segment. */
const known: Array<[pattern: RegExp, methods: string[]]> = [
  [/^\/$/, READ],
  [/^\/static(?:\/|$)/, READ],
  [/^\/api\/docs\/style\.css$/, READ],
  ...Object.values<Endpoint>(endpoints).map(({ path, method }): [RegExp, string[]] => [
    new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`),
    method === 'get' ? READ : [method.toUpperCase()],
  ]),
];

/** Allowed methods of a path; empty if there is no such path. */
export const methodsOf = (path: string): string[] =>
  known.filter(([pattern]) => pattern.test(path)).flatMap(([, methods]) => methods);
