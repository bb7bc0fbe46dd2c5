import type { Durations } from '../base/duration-log.ts';

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export type Labels = Record<string, string | number>;
type Kind = 'gauge' | 'counter' | 'summary';

/** Prometheus text exposition format 0.0.4: base units, one HELP and TYPE per name, unknown values left out. */
export class Exposition {
  readonly #lines: string[] = [];

  family(
    kind: Kind,
    name: string,
    help: string,
    samples: Array<[Labels, number | null | undefined, suffix?: string]>,
  ): void {
    const known = samples.filter(([, value]) => typeof value === 'number' && Number.isFinite(value));
    if (known.length === 0) return;
    this.#lines.push(`# HELP weatherglass_${name} ${help}`, `# TYPE weatherglass_${name} ${kind}`);
    for (const [labels, value, suffix = ''] of known) {
      this.#lines.push(`weatherglass_${name}${suffix}${labelText(labels)} ${value}`);
    }
  }
  gauge(name: string, help: string, value: number | null | undefined): void {
    this.family('gauge', name, help, [[{}, value]]);
  }
  counter(name: string, help: string, value: number | null | undefined): void {
    this.family('counter', name, help, [[{}, value]]);
  }
  summary(name: string, help: string, { count, sumS, p50S, p99S, maxS }: Durations): void {
    this.family('summary', name, help, [
      [{ quantile: 0.5 }, p50S],
      [{ quantile: 0.99 }, p99S],
      [{ quantile: 1 }, maxS],
      [{}, sumS, '_sum'],
      [{}, count, '_count'],
    ]);
  }
  toString(): string {
    return `${this.#lines.join('\n')}\n`;
  }
}

const escaped = (text: string): string => text.replace(/[\\\n"]/g, (char) => (char === '\n' ? '\\n' : `\\${char}`));
const labelText = (labels: Labels): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(String(value))}"`);
  return pairs.length > 0 ? `{${pairs.join(',')}}` : '';
};

/** Figures of the process, the same for station and hub. */
export function processFigures(out: Exposition): void {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  out.counter('process_cpu_seconds_total', 'User and system CPU time.', (user + system) / 1e6);
  out.gauge('process_resident_memory_bytes', 'Resident memory.', rss);
  out.gauge('process_heap_bytes', 'Heap of the JavaScript engine in use.', heapUsed);
}
