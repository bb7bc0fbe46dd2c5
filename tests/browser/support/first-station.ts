import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LastingService } from '../../../src/main/lasting-service.ts';
import { loadSettings } from '../../../src/main/settings/settings.ts';

export interface FirstStation {
  url: string;
  /** What stands in its settings file; empty while there is none. */
  file(): string;
  stop(): Promise<void>;
}

const quiet = { debug() {}, info() {}, warn() {}, error() {} } as never;

/** The real program, as it is on its first day: nobody has set anything up. Its weather is simulated. */
export async function firstStation(env: Record<string, string> = {}): Promise<FirstStation> {
  const home = mkdtempSync(join(tmpdir(), 'weatherglass-first-'));
  const options = { data: join(home, 'data'), port: '0', source: 'simulator' };
  const settings = loadSettings(options, { HOME: home, XDG_CONFIG_HOME: '', ...env });
  const service = await LastingService.start(settings, { log: quiet });
  return {
    url: service.url,
    file: () => {
      try {
        return readFileSync(join(home, '.config/weatherglass/config.yaml'), 'utf8');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
        throw error;
      }
    },
    async stop() {
      await service.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
