// npm run check [-- SINCE]: lints, checks types, and plays the laws of the repository and the quick tests that your edits touch, in a minute.
// SINCE names a commit; without it, what is not committed counts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, relative } from 'node:path';
import { BaseSequencer, createVitest } from 'vitest/node';
import { root } from './root.mjs';

/** Suites that need no built program, so none can be stale. Of `lives`, whole stations, only what an edit is most likely to break. */
const PROJECTS = ['unit', 'server', 'hub', 'lives'];
/** Snapshots of our public surfaces: each quantity and each schema changes them. */
const OF_SURFACES = [
  'tests/contract/station-telemetry.test.ts',
  'tests/connections/discovery.test.ts',
  'tests/station/methods/methods.test.ts',
];
const HAS_SURFACES = /^src\/(quantities|contract)\//;
/** After the command's own start. A file that everything stands on touches everything: what has not begun by then is left to `npm test`, and that is said. */
const LAST_START_S = 45;
/** For tests, where lint and types take all of that. */
const LEAST_S = 10;

const startedMs = performance.now();
const passes = async (script) => {
  const [status] = await once(spawn('npm', ['run', '-s', script], { cwd: root, stdio: 'inherit' }), 'exit');
  return status === 0;
};
if ((await Promise.all(['lint', 'typecheck'].map(passes))).includes(false)) process.exit(1);

/** The quick and the near come first here; `npm test` begins with what takes longest. */
class AsGiven extends BaseSequencer {
  sort = async (specifications) => specifications;
}
const sequence = { sequencer: AsGiven };
const changed = process.argv[2] ?? true;
const vitest = await createVitest('test', { watch: false, project: PROJECTS, changed, sequence });
await vitest.standalone();
const touched = await vitest.getRelevantTestSpecifications();
const laws = await vitest.globTestSpecifications(['tests/repo/']);
/** Tests mirror the sources: those in the folder of an edit come first. Files that are read and not imported concern the laws. */
const folderOf = (file) => dirname(relative(root, file)).replace(/^[^/]+\//, '');
const related = vitest.config.related ?? [];
const edited = new Set(related.map(folderOf));
const hasSurfaces = related.some((file) => HAS_SURFACES.test(relative(root, file)));
const isNear = ({ moduleId }) => edited.has(folderOf(moduleId));
const isLaw = ({ moduleId }) => laws.some((law) => law.moduleId === moduleId);
const suite = ({ project }) => PROJECTS.indexOf(project.name);
const isOfSurfaces = ({ moduleId }) => hasSurfaces && OF_SURFACES.includes(relative(root, moduleId));
const isPlayed = (one) => one.project.name !== 'lives' || isNear(one) || isOfSurfaces(one);
const others = touched.filter((one) => !isLaw(one)).sort((a, b) => suite(a) - suite(b));
const rest = others.filter(isPlayed);
const isFirst = (one) => isNear(one) || isOfSurfaces(one);
const ordered = [...laws, ...rest.filter(isFirst), ...rest.filter((one) => !isFirst(one))];
const touches = laws.length + others.length;

let isOver = false;
const end = () => {
  isOver = true;
  void vitest.cancelCurrentRun('keyboard-input');
};
const timer = setTimeout(end, Math.max(LEAST_S * 1000, LAST_START_S * 1000 - (performance.now() - startedMs)));
const { testModules, unhandledErrors } = await vitest.runTestSpecifications(ordered);
clearTimeout(timer);
const ended = testModules.filter((module) => ['passed', 'failed', 'skipped'].includes(module.state()));
const hasFailed = unhandledErrors.length > 0 || testModules.some((module) => module.state() === 'failed');
await vitest.close();
const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
process.stdout.write(`${ended.length} of ${touches} files that your edits touch, in ${seconds} s\n`);
if (isOver) process.stdout.write('The minute is over.\n');
if (ended.length < touches) process.stdout.write(`npm test plays the other ${touches - ended.length}.\n`);
process.exit(hasFailed ? 1 : 0);
