import { join } from 'node:path';
import type { WaveReport } from '../../contract/fleet-wave.ts';
import { SpareFile } from '../../hub/json-file.ts';
import { Picture } from '../../hub/picture.ts';
import { RegistryFile } from '../../hub/registry-file.ts';
import { reportOf } from '../../hub/waves/report.ts';
import { WaveFile } from '../../hub/waves/wave-file.ts';
import type { Waves } from '../../hub/waves/waves.ts';
import { parseArguments } from '../arguments.ts';
import { systemClock } from '../clock.ts';
import type { Io } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { giveToOwner } from '../machine/ownership.ts';
import { UsageError, UserError } from '../user-error.ts';
import { auditOf, userOf } from './hub-audit.ts';
import { hubFolderThatIs } from './hub-folder.ts';

export const WAVE_COMMANDS = ['wave', 'waves'] as const;
const OPTIONS = {
  data: { type: 'string' },
  group: { type: 'string' },
  share: { type: 'string', default: '100' },
  pause: { type: 'string' },
  resume: { type: 'string' },
  withdraw: { type: 'string' },
} as const;

/** Commands for upgrade waves. A running hub sees a change within a second, a station with its next question. */
export async function runWaveCommand([word, ...args]: string[], io: Io): Promise<number> {
  if (word === 'waves') return report(args, io);
  const isOld = args.some((arg) => /^--(pause|resume|withdraw)(=|$)/.test(arg));
  const { values, words } = parseArguments(args, {
    command: 'hub wave',
    options: OPTIONS,
    words: isOld ? [] : ['VERSION'],
  });
  const folder = hubFolderThatIs(values.data, io);
  const nowS = Math.round(systemClock.nowS());
  const { pause, resume, withdraw } = values;
  const share = Number(values.share);
  if (!/^\d{1,3}(\.\d+)?$/.test(values.share) || share > 100)
    throw new UsageError(`--share is "${values.share}", expected 0 to 100 (percent).`);
  const make = (waves: Waves) => {
    if (pause !== undefined) return waves.paused(pause, 'operator');
    if (resume !== undefined) return waves.paused(resume, null);
    if (withdraw !== undefined)
      return waves.withdrawn(withdraw, nowS, reportIn(folder, withdraw) ?? { refused: [], failed: [] });
    return waves.begun({ version: words[0]!, group: values.group ?? null, share }, nowS);
  };
  const wave = await new WaveFile(folder).change((waves) => {
    const made = make(waves);
    if (typeof made === 'string') throw new UserError(`${made}.`);
    return { waves: made.waves, answer: made.wave };
  });
  const did = withdraw !== undefined ? 'wave-withdrawn' : isOld ? 'wave-changed' : 'wave-begun';
  const what = { version: wave.version, share: wave.share, paused: wave.paused !== null, id: wave.id };
  await auditOf(folder).write({ who: userOf(io), by: 'command', did, to: wave.group, what });
  giveToOwner(folder);
  io.stdout.write(`wave: ${wave.id}\n${lineOf(reportIn(folder, wave.id)!)}\n`);
  return EXIT.done;
}

/** As of the picture that the running hub wrote down a minute ago at most. */
function reportIn(folder: string, id: string): WaveReport | undefined {
  return reportsIn(folder).find(({ wave }) => wave.id === id);
}

function reportsIn(folder: string): WaveReport[] {
  const picture = Picture.fromJSON(new SpareFile(join(folder, 'picture.json')).read());
  const nowS = systemClock.nowS();
  const registry = new RegistryFile(folder).read();
  const stations = registry.stations.map((one) => {
    const { group } = registry.detailsOf(one.login);
    return { ...picture.station(one, nowS), group };
  });
  const waves = new WaveFile(folder).read();
  return waves.all.map((wave) => reportOf(wave, waves, stations));
}

function report(args: string[], io: Io): number {
  const options = { data: { type: 'string' }, json: { type: 'boolean', default: false } } as const;
  const { values } = parseArguments(args, { command: 'hub waves', options });
  const reports = reportsIn(hubFolderThatIs(values.data, io));
  if (values.json) {
    io.stdout.write(`${JSON.stringify({ waves: reports })}\n`);
    return EXIT.done;
  }
  if (reports.length === 0)
    io.stderr.write('weatherglass: there are no waves. Begin one with: weatherglass hub wave VERSION\n');
  for (const one of reports) {
    io.stdout.write(`${one.wave.id}  ${lineOf(one)}\n`);
    if (one.failed.length > 0) io.stdout.write(`  went back: ${one.failed.join(', ')}\n`);
    if (one.refused.length > 0) io.stdout.write(`  refused: ${one.refused.join(', ')}\n`);
  }
  return EXIT.done;
}

function lineOf({ wave, stations, done, asked, next, refused, failed, later }: WaveReport): string {
  const { version, group, share, paused, ended_ts } = wave;
  const state = ended_ts !== null ? 'taken back' : paused === null ? `${share} %` : `paused (${paused})`;
  const counts = `${done.length} have it, ${asked.length} asked, ${next.length} next, ${failed.length} went back, ${refused.length} refused, ${later.length} later`;
  return `${version} for ${group ?? 'all'}: ${state}; of ${stations} stations ${counts}`;
}
