// npm run -s bench -- trees: what a night costs in which the trees of all heads are grown from all the lessons that are kept, and one
// in which the net of all heads is taught from three years.

import { ForecastEngine } from '../src/station/forecast/engine.ts';
import { FEATURE_COUNT } from '../src/station/forecast/heads/features.ts';
import { grow } from '../src/station/forecast/heads/heads.ts';
import { teachNet } from '../src/station/forecast/heads/net-expert.ts';
import { weather } from '../tests/station/forecast/weather.ts';
import { seeded } from '../tests/support/seeded.ts';

const DAYS = 410;
const HOUR_S = 3600;
const FIRST_S = 1_700_006_400;
const LOOKS = 2000;

const { normal } = seeded(1);
const phi = (): Float64Array =>
  Float64Array.from({ length: FEATURE_COUNT }, () => Math.max(-4, Math.min(4, 0.7 * normal())));

const settings = { stepS: 300, latitude: 52, longitude: 10, standardOffsetS: 3600, timezone: 'Europe/Berlin' };
const engine = new ForecastEngine(settings);
const stateMb = (): number => JSON.stringify(engine.components()).length / 1e6;
const emptyMb = stateMb();
for (let hour = 0; hour < 24 * DAYS; hour++) {
  const seen = phi();
  const change = seen[1]! * seen[2]! + normal();
  for (const { target, horizonS } of engine.headKeys) {
    engine.head(target, horizonS).trees?.learn(FIRST_S + hour * HOUR_S, seen, change, 1);
  }
}
const due = engine.adopting.treesDue();
const beforeMb = process.memoryUsage().rss / 1e6;
const used = process.cpuUsage();
let mostMb = beforeMb;
for (const one of due) {
  engine.adopting.trees(grow(one));
  mostMb = Math.max(mostMb, process.memoryUsage().rss / 1e6);
}
const { user, system } = process.cpuUsage(used);
const lessons = due[0]!.lessons.y.length;
console.log(
  `${due.length} heads of ${lessons} lessons each: ${((user + system) / 1e6).toFixed(1)} s of processor, ${(mostMb - beforeMb).toFixed(0)} MB more than before`,
);
console.log(
  `learned state: ${(stateMb() - emptyMb).toFixed(2)} MB of lessons and trees, ${stateMb().toFixed(2)} MB with all that is empty yet`,
);
const key = { target: 'temperature', horizonS: HOUR_S } as const;
let [writtenMs, readMs, mb] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0];
for (let turn = 0; turn < 10; turn++) {
  const startedMs = performance.now();
  const text = JSON.stringify(engine.adopting.savedHead(key));
  const savedMs = performance.now();
  engine.adopting.head(key, JSON.parse(text) as ReturnType<typeof engine.adopting.savedHead>);
  [writtenMs, readMs] = [Math.min(writtenMs, savedMs - startedMs), Math.min(readMs, performance.now() - savedMs)];
  mb = text.length / 1e6;
}
console.log(`one head: ${mb.toFixed(2)} MB, written in ${writtenMs.toFixed(1)} ms, read in ${readMs.toFixed(1)} ms`);
const { trees } = engine.head('temperature', HOUR_S);
const looks = Array.from({ length: LOOKS }, phi);
for (let turn = 0; turn < 20; turn++) for (const one of looks) trees!.predict(one);
const asked = process.cpuUsage();
for (const one of looks) trees!.predict(one);
const { user: askedUs } = process.cpuUsage(asked);
console.log(`one answer: ${(askedUs / LOOKS).toFixed(2)} µs`);

const THREE_YEARS_DAYS = 3 * 365;
const old = new ForecastEngine({ ...settings, stepS: HOUR_S });
const rows = weather(1, THREE_YEARS_DAYS + 1, HOUR_S);
for (const row of rows.slice(0, -24)) old.catchUp([row]);
const lessonsOfAll = old.adopting.netDue()!;
const restMb = process.memoryUsage().rss / 1e6;
let peakMb = restMb;
const taught = process.cpuUsage();
const teaching = teachNet(lessonsOfAll);
let step = teaching.next();
for (; !step.done; step = teaching.next()) peakMb = Math.max(peakMb, process.memoryUsage().rss / 1e6);
const { user: taughtUs } = process.cpuUsage(taught);
console.log(
  `net of ${THREE_YEARS_DAYS} days: ${(taughtUs / 1e6).toFixed(1)} s of processor, ${(peakMb - restMb).toFixed(0)} MB more than before`,
);
old.adopting.net(step.value);
const net = old.components().find(({ name }) => name === 'forecast.net');
const savedMs = performance.now();
const netMb = JSON.stringify(net).length / 1e6;
console.log(`net and diary: ${netMb.toFixed(2)} MB, written in ${(performance.now() - savedMs).toFixed(1)} ms`);
