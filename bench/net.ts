// npm run -s bench -- net: what a night costs in which the net of all heads is taught from three years.

import { ForecastEngine } from '../src/station/forecast/engine.ts';
import { teachNet } from '../src/station/forecast/learners/net-expert.ts';
import { learnedBy } from '../tests/station/forecast/learned.ts';
import { weather } from '../tests/station/forecast/weather.ts';

const HOUR_S = 3600;
const settings = { stepS: HOUR_S, latitude: 52, longitude: 10, standardOffsetS: 3600, timezone: 'Europe/Berlin' };

const THREE_YEARS_DAYS = 3 * 365;
const old = new ForecastEngine(settings);
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
const net = learnedBy(old).find(({ name }) => name === 'forecast.net');
const savedMs = performance.now();
const netMb = JSON.stringify(net).length / 1e6;
console.log(`net and diary: ${netMb.toFixed(2)} MB, written in ${(performance.now() - savedMs).toFixed(1)} ms`);
