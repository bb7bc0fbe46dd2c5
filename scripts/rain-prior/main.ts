import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { developmentRecords } from '../../bench/_records.ts';
import type { RainPrior } from '../../src/station/forecast/rain/prior.ts';
import { fitPrior, judged, priorModule, type RainSite, siteOf, wetShare } from './fit.ts';

const FILE = join('src', 'station', 'forecast', 'rain', 'prior-fitted.ts');

const sites = developmentRecords().map(({ name, rows, ticks, settings: { stepS, latitude, longitude } }) =>
  siteOf({ name, rows, ticks, stepS, place: { latitude: latitude!, longitude: longitude! } }),
);
if (sites.length < 3) throw new Error('the prior is fitted on all development records, and one of them is missing');

for (const site of sites) {
  const lit = site.examples.filter(({ inputs }) => inputs.lit).length;
  console.log(
    `${site.name}: ${site.examples.length} hours, ${lit} with a sky, rain followed ${(100 * wetShare(site)).toFixed(1)} %`,
  );
}
const line = (site: RainSite, prior: RainPrior): string => {
  const { auc, brierSkill, shift } = judged(site, prior);
  const measurable = judged({ ...site, examples: site.examples.map((of) => ({ ...of, wet: of.measurable })) }, prior);
  return `${site.name.padEnd(12)} AUC ${auc.toFixed(4)}  Brier skill ${brierSkill.toFixed(4)} with its own base rate, intercept off by ${shift.toFixed(2)}; of what every gauge tells of, AUC ${measurable.auc.toFixed(4)}`;
};
console.log('\nLeave one record out (fitted on the others, judged where it has never been):');
for (const out of sites) console.log(line(out, fitPrior(sites.filter((site) => site !== out))));

const prior = fitPrior(sites);
console.log('\nThe shipped prior on what it was fitted on (proves nothing):');
for (const site of sites) console.log(line(site, prior));
if (process.argv.includes('--write')) {
  const text = priorModule(prior);
  writeFileSync(FILE, text);
  console.log(`\n${FILE}: ${text.length} characters`);
}
