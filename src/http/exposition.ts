import type { Durations } from '../base/duration-log.ts';

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

type Labels = Record<string, string | number>;
type Value = number | boolean | null | undefined;
export type Sample = [labels: Labels, value: Value, suffix?: string];

/**
 * Prometheus text exposition format 0.0.4: base units, one HELP and TYPE per name, unknown values left out, yes and no as 1 and 0. A family
 * has one value, or one for each set of labels.
 */
export class Exposition {
  readonly #lines: string[] = [];

  #family(kind: 'gauge' | 'counter' | 'summary', name: string, help: string, values: Value | Sample[]): void {
    const samples: Sample[] = Array.isArray(values) ? values : [[{}, values]];
    const known = samples.filter(([, value]) => typeof value === 'boolean' || Number.isFinite(value));
    if (known.length === 0) return;
    this.#lines.push(`# HELP weatherglass_${name} ${help}`, `# TYPE weatherglass_${name} ${kind}`);
    for (const [labels, value, suffix = ''] of known) {
      this.#lines.push(`weatherglass_${name}${suffix}${labelText(labels)} ${Number(value)}`);
    }
  }
  gauge(name: string, help: string, values: Value | Sample[]): void {
    this.#family('gauge', name, help, values);
  }
  counter(name: string, help: string, values: Value | Sample[]): void {
    this.#family('counter', name, help, values);
  }
  summary(name: string, help: string, { count, sumS, p50S, p99S, maxS }: Durations): void {
    this.#family('summary', name, help, [
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
