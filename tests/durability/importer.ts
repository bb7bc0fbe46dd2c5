// The process that gets killed while it brings a file in, or takes it out again. It says `here` when it begins to write, and `done` at the end.
import { importFiles, undoImport } from '../../src/station/imports/work.ts';
import { openIn, SetClock } from './support.ts';

export type Errand = 'import' | 'undo';

const placing = {
  core: 'outdoor' as const,
  place: { latitude: 51.45, longitude: 7.01 },
  scale: { k: 0, humidityOffset: 0, psychrometric: false, altitudeM: 120, air: null, barometer: null },
};

/** The work itself, also for whoever is not killed. */
export async function bring(
  errand: Errand,
  folder: string,
  file: string,
  nowS: number,
  began = () => {},
): Promise<void> {
  const clock = new SetClock(nowS);
  const store = openIn(folder, clock, { fiveMinRetentionDays: 4 });
  const context = { store, clock, plan: { folder }, signal: new AbortController().signal, progress: () => {} };
  const [job] = store.imports.list();
  began();
  if (errand === 'undo') {
    if (job) await undoImport(context, { job: job.job });
  } else {
    const made = await importFiles(context, {
      files: [file],
      zone: 'UTC',
      nowS,
      placing,
      units: null,
      order: null,
      map: null,
    });
    if ('refused' in made) throw new Error(made.refused.detail);
  }
  store.close();
}

const [errand, folder, file, nowS] = process.argv.slice(2);
if (process.argv[1]?.endsWith('importer.js') && errand && folder && file) {
  await bring(errand as Errand, folder, file, Number(nowS), () => process.stdout.write('here\n'));
  process.stdout.write('done\n');
}
