import type { Service } from '../../src/main/service.ts';

/**
 * Stop of a service before another one of this process opens its folder. As `LastingService` does, it first waits for a job that is deep in
 * SQLite: beside a busy machine's other work a stop goes on without it after two seconds.
 */
export async function stopWhole({ station, stop }: Pick<Service, 'station' | 'stop'>): Promise<void> {
  await station.endJobs();
  await stop();
}
