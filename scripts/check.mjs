// npm run check [-- SINCE]: lints, checks types, and plays the laws of the repository and the quick tests that your edits touch, in a minute.
// SINCE names a commit; without it, what is not committed counts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, relative } from 'node:path';
import { BaseSequencer, createVitest } from 'vitest/node';
import { root } from './root.mjs';

/** Suites that need no built program, so none can be stale. */
const PROJECTS = ['unit', 'server', 'hub'];
/** Of the tests. A file that everything stands on touches everything: what has not begun by then is left to `npm test`, and that is said. */
const LAST_START_S = 35;

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
const edited = new Set((vitest.config.related ?? []).map(folderOf));
const isNear = ({ moduleId }) => edited.has(folderOf(moduleId));
const isLaw = ({ moduleId }) => laws.some((law) => law.moduleId === moduleId);
const suite = ({ project }) => PROJECTS.indexOf(project.name);
const rest = touched.filter((one) => !isLaw(one)).sort((a, b) => suite(a) - suite(b));
const ordered = [...laws, ...rest.filter(isNear), ...rest.filter((one) => !isNear(one))];

let isOver = false;
const timer = setTimeout(() => {
  isOver = true;
  void vitest.cancelCurrentRun('keyboard-input');
}, LAST_START_S * 1000);
const { testModules, unhandledErrors } = await vitest.runTestSpecifications(ordered);
clearTimeout(timer);
const ended = testModules.filter((module) => ['passed', 'failed', 'skipped'].includes(module.state()));
const hasFailed = unhandledErrors.length > 0 || testModules.some((module) => module.state() === 'failed');
await vitest.close();
const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
process.stdout.write(`${ended.length} of ${ordered.length} files that your edits touch, in ${seconds} s\n`);
if (isOver) process.stdout.write('The minute is over: npm test plays the rest.\n');
process.exit(hasFailed ? 1 : 0);
