// npm run test:newcomer [-- --all]: plays README's first commands as somebody does who has just cloned the project, with the npms and Nodes of
// the day, and prints a table. Two corners of it by default, the oldest and the newest; with --all every cell; with `-- 10.9 22` that one. It clones HEAD: commit first.
import { mkdirSync } from 'node:fs';
import { makeFarm, seatAt, tool } from './bench.mjs';
import { play, refusal } from './cell.mjs';

const NPMS = ['9.2', '10.8', '10.9', '11.0', '11.3', 'latest'];
const NODES = ['20', '22', '24'];
/** Too old for npm's part: refused before anything is installed. */
const TOO_OLD = '18';
const CORNERS = [
  ['9.2', '20'],
  ['latest', '24'],
];

const asked = process.argv.slice(2);
const every = NPMS.flatMap((npm) => NODES.map((node) => [npm, node]));
const cells = asked.length === 2 ? [asked] : asked[0] === '--all' ? every : CORNERS;
const folder = '/var/tmp/weatherglass-newcomer';
mkdirSync(folder, { recursive: true });
const farm = makeFarm(folder);

const rows = [];
for (const npm of new Set(cells.map(([name]) => name))) {
  const npmTool = tool(folder, 'npm', npm);
  for (const node of [TOO_OLD, ...cells.filter(([name]) => name === npm).map(([, name]) => name)]) {
    const nodeTool = tool(folder, 'node', node);
    const seat = seatAt(folder, farm, npmTool, nodeTool);
    const name = `npm ${npmTool.version} on Node ${nodeTool.version}`;
    process.stdout.write(`${name} … `);
    const result = node === TOO_OLD ? await refusal(seat) : await play(seat);
    const isSupported = npmTool.runsOn(nodeTool.version);
    rows.push({ name, isSupported, ...result });
    const failure = isSupported ? `failed: ${result.trouble}` : 'failed, and npm says that it would';
    process.stdout.write(`${result.trouble ? failure : 'ok'}\n`);
    seat.clear();
  }
}

const s = (seconds) => (seconds === undefined ? '' : seconds.toFixed(1));
process.stdout.write('\n| | npm ci, s | first answer, s | offline, s | |\n|---|---|---|---|---|\n');
for (const { name, ciS, onlineS, offlineS, note = '', trouble, isSupported } of rows) {
  const unsupported = `this npm does not support this Node${trouble ? ', and fails' : ''}`;
  const said = isSupported ? (trouble ? '**FAILED**' : note) : [note, unsupported].filter(Boolean).join('; ');
  process.stdout.write(`| ${name} | ${s(ciS)} | ${s(onlineS)} | ${s(offlineS)} | ${said} |\n`);
}
const failed = rows.filter(({ trouble, isSupported }) => trouble && isSupported).length;
process.stdout.write(`\n${rows.filter(({ trouble }) => !trouble).length} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
