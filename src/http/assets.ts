import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { ApiError } from './api-error.ts';
import { type Encoding, preferredEncoding } from './encodings.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

/** File suffixes of precompressed copies made by the build. */
const SUFFIXES: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

/** Plain names between slashes: none begins with a dot, so none leads upwards or to hidden files. */
const NAME = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;
const LONGEST_NAME = 200;
/** Time for which a file in memory is used without looking at the disk. */
const TRUSTED_MS = 1000;

export interface Asset {
  type: string;
  etag: string;
  plain: Buffer;
  packed: Partial<Record<Encoding, Buffer>>;
}

/** Files of one folder, kept in memory after their first request, each with its compressed forms of the build. */
export class AssetFolder {
  readonly #kept = new Map<string, { asset: Asset; version: string; checkedMs: number }>();
  constructor(
    private readonly folder: string,
    private readonly clock: Clock,
  ) {}

  /** Finds a file; null if there is none. */
  async find(name: string): Promise<Asset | null> {
    if (name.length > LONGEST_NAME || !NAME.test(name)) return null;
    const kept = this.#kept.get(name);
    const nowMs = this.clock.steadyMs();
    if (kept && nowMs - kept.checkedMs < TRUSTED_MS) return kept.asset;
    const path = join(this.folder, name);
    const info = await unlessMissing(stat(path));
    if (!info?.isFile()) {
      this.#kept.delete(name);
      return null;
    }
    const version = `${info.mtimeMs} ${info.size}`;
    const asset = kept?.version === version ? kept.asset : await load(path);
    this.#kept.set(name, { asset, version, checkedMs: nowMs });
    return asset;
  }
}

async function load(path: string): Promise<Asset> {
  const plain = await readFile(path);
  const packed: Asset['packed'] = {};
  for (const encoding of ['br', 'gzip'] as const) {
    const bytes = await unlessMissing(readFile(path + SUFFIXES[encoding]));
    if (bytes) packed[encoding] = bytes;
  }
  const etag = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return { type: TYPES[extname(path)] ?? 'application/octet-stream', etag, plain, packed };
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(code)) return null;
    throw error;
  }
}

/** Whole, in the best form that the client takes, or 304 when it has this very content. Ranges are not offered. */
export function sendAsset(req: IncomingMessage, res: ServerResponse, asset: Asset, cacheControl: string): void {
  const encoding = preferredEncoding(req.headers['accept-encoding'], asset.packed);
  const bytes = encoding ? asset.packed[encoding]! : asset.plain;
  const etag = `"${asset.etag}${encoding ? `-${encoding}` : ''}"`;
  res.setHeader('ETag', etag);
  res.setHeader('Cache-Control', cacheControl);
  if (Object.keys(asset.packed).length > 0) res.appendHeader('Vary', 'Accept-Encoding');
  const { 'if-match': only, 'if-none-match': unless } = req.headers;
  if (only !== undefined && !isKnown(only, etag)) throw new ApiError(412, 'what is here has changed');
  if (isKnown(unless, etag)) {
    res.writeHead(304).end();
    return;
  }
  if (encoding) res.setHeader('Content-Encoding', encoding);
  res.writeHead(200, { 'Content-Type': asset.type, 'Content-Length': bytes.length }).end(bytes);
}

/** Weak comparison of an ETag with a list (RFC 9110, 13.1.2). */
export const isKnown = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
