import type { Files, ReadableDevice, WritableDevice } from '../../src/station/sensors/machine/files.ts';

export const fileError = (code: string, path: string): Error => Object.assign(new Error(`${code}: ${path}`), { code });

type Content = string | Uint8Array | (() => Promise<string>);

/** Files in memory. A test puts texts, links and refusals at absolute paths; folders exist where something lies in them. */
export class FakeFiles implements Files {
  readonly texts = new Map<string, Content>();
  readonly links = new Map<string, string>();
  readonly refusals = new Map<string, string>();
  /** Every whole picture or text written, by path. */
  readonly written = new Map<string, Uint8Array[]>();
  /** What a device has to say, piece by piece. */
  readonly arriving = new Map<string, Uint8Array[]>();
  readonly open = new Set<string>();

  constructor(texts: Record<string, Content> = {}) {
    for (const [path, text] of Object.entries(texts)) this.texts.set(path, text);
  }

  #check(path: string, known: boolean): void {
    const refusal = this.refusals.get(path);
    if (refusal !== undefined) throw fileError(refusal, path);
    if (!known) throw fileError('ENOENT', path);
  }

  async readText(path: string): Promise<string> {
    const content = this.texts.get(path);
    this.#check(path, content !== undefined);
    if (typeof content === 'function') return content();
    return typeof content === 'string' ? content : new TextDecoder().decode(content);
  }

  async readBytes(path: string): Promise<Uint8Array> {
    const content = this.texts.get(path);
    this.#check(path, content !== undefined);
    return content instanceof Uint8Array ? content : new TextEncoder().encode(await this.readText(path));
  }

  async list(path: string): Promise<string[]> {
    const prefix = `${path}/`;
    const below = [...this.texts.keys(), ...this.links.keys()].filter((known) => known.startsWith(prefix));
    this.#check(path, below.length > 0);
    return [...new Set(below.map((known) => known.slice(prefix.length).split('/')[0]!))].sort();
  }

  async link(path: string): Promise<string> {
    this.#check(path, this.links.has(path));
    return this.links.get(path)!;
  }

  async stat(path: string) {
    this.#check(path, this.texts.has(path));
    return { isFile: () => true, isDirectory: () => false };
  }

  async openForWriting(path: string): Promise<WritableDevice> {
    this.#check(path, this.texts.has(path));
    this.open.add(path);
    return {
      rewrite: async (bytes) => {
        this.#check(path, this.texts.has(path));
        this.written.set(path, [...(this.written.get(path) ?? []), bytes.slice()]);
      },
      close: async () => {
        this.open.delete(path);
      },
    };
  }

  async openForReading(path: string): Promise<ReadableDevice> {
    this.#check(path, this.texts.has(path));
    this.open.add(path);
    return {
      readAvailable: async () => {
        this.#check(path, this.texts.has(path));
        return this.arriving.get(path)?.shift() ?? null;
      },
      close: async () => {
        this.open.delete(path);
      },
    };
  }
}
