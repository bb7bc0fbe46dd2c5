import { NormalRidge } from '../../../src/maths/normal-ridge.ts';
import { OnlineLogistic } from '../../../src/maths/online-logistic.ts';
import { RidgeRls, type RlsState } from '../../../src/maths/rls.ts';
import { SmallNet, type SmallNetState } from '../../../src/maths/small-net.ts';
import { VOLATILITY_INPUTS } from '../../../src/station/forecast/bands/width-inputs.ts';
import { Head, type HeadState } from '../../../src/station/forecast/heads/head.ts';
import { MemberAccount } from '../../../src/station/forecast/heads/member-account.ts';
import { Blend } from '../../../src/station/forecast/learners/blend.ts';
import { Diary, type DiaryState } from '../../../src/station/forecast/learners/diary.ts';
import { FEATURE_COUNT } from '../../../src/station/forecast/learners/features.ts';
import { NetExpert, type NetExpertState, teachNet } from '../../../src/station/forecast/learners/net-expert.ts';
import { type Look, NET_HEADS, NET_INPUTS } from '../../../src/station/forecast/learners/net-inputs.ts';
import { SunTrack } from '../../../src/station/forecast/learners/sun-track.ts';
import { WideExpert } from '../../../src/station/forecast/learners/wide-expert.ts';
import { remembering } from '../../support/remembering.ts';
import { hourly } from './forecast-worlds.ts';
import { type Learner, learner } from './learner.ts';
import { lessons, signals } from './worlds.ts';

function diaryOf(rows: typeof hourly): DiaryState {
  const diary = new Diary();
  for (const row of rows) diary.enter(row);
  return diary.toJSON();
}
const rls = { n: 6, lam: 0.999, delta: 10, pMax: 1 };
const ridge = { n: 6, lam: 0.999, delta: 10 };

const SKY = { latitude: 52, longitude: 10 };
const netExpert = (): NetExpert => new NetExpert(SKY, new SunTrack(SKY, 3600), 0);
const netOf = (diary: DiaryState): SmallNetState => {
  const teaching = teachNet({ diary, place: SKY, dayOffsetS: 0 });
  let step = teaching.next();
  while (!step.done) step = teaching.next();
  return step.value;
};
const NET_SHAPE = [NET_INPUTS, 64, 48, NET_HEADS.length] as const;
const smallNet = netOf(diaryOf(hourly.slice(0, 60)));
type Lesson = ReturnType<typeof lessons>[number];

/** One lesson of a whole head; answers what it said before. */
const aHead = (head: Head, { phi, y }: Lesson): unknown => {
  const tS = 1_700_006_400 + 300 * head.members.state.scored;
  const psi = phi.slice(0, VOLATILITY_INPUTS);
  const issue = head.issue(tS, 15, 14, phi, psi);
  const matured = head.scoreAndLearn(head.pending(issue, phi, psi, tS, 0, 1), 15 + y);
  head.pupils.state.wide.consolidate();
  return [issue, matured, head.lastErrorAt(tS + head.horizonS)];
};

/** The voices that are heard in a forecast, and who weighs them. */
export const expertLearners: readonly Learner[] = [
  learner('RidgeRls', lessons(31, rls.n), {
    fresh: () => new RidgeRls(rls),
    restored: (saved: RlsState) => new RidgeRls(rls).restore(saved),
    step: (regression, { phi, y }) => {
      const said = regression.predict(phi);
      regression.learn(phi, y);
      return [said, regression.traceP];
    },
  }),
  learner('NormalRidge', lessons(32, ridge.n), {
    fresh: () => new NormalRidge(ridge),
    step: (regression, { phi, y }) => {
      const said = regression.predict(phi);
      regression.learn(phi, y);
      if (regression.unsolved >= 20) regression.solve();
      return said;
    },
  }),
  learner('WideExpert', lessons(33, FEATURE_COUNT, 600), {
    fresh: () => new WideExpert(3600, 300),
    step: (expert, { phi, y }) => {
      const said = expert.predict(phi);
      expert.learn(1_700_006_400 + Math.round(1000 * Math.abs(y)) * 300, phi, y, 1);
      return [said, expert.consolidate()];
    },
  }),
  learner('Diary', hourly, {
    fresh: () => new Diary(300),
    restored: (saved: DiaryState) => Diary.fromJSON(saved, 300),
    step: (diary, row) => {
      diary.enter(row);
      return [
        diary.entries,
        diary.newest,
        diary.at('temperature', diary.oldest),
        diary.at('humidity', row.tS / 3600 - 7),
      ];
    },
  }),
  learner('NetExpert', hourly.slice(0, 200), {
    fresh: () => netExpert(),
    restored: (saved: NetExpertState) => {
      const expert = netExpert();
      expert.restore(saved);
      return expert;
    },
    step: (expert, row) => {
      expert.diary.enter(row);
      if (expert.diary.entries === 60) expert.adopt(netOf(expert.toJSON().diary));
      const look: Look = (series, ago) => expert.diary.at(series, row.tS / 3600 - ago);
      const said = expert.predict(look, row.tS);
      return [said?.('humidity', 3600), said?.('humidity', 900), expert.dueForDays];
    },
  }),
  learner('SmallNet', lessons(40, NET_INPUTS, 20), {
    fresh: () => new SmallNet(NET_SHAPE).restore(smallNet),
    restored: (saved: SmallNetState) => new SmallNet(NET_SHAPE).restore(saved),
    step: (net, { phi }) => [...net.predict(phi)],
  }),
  learner('Blend', signals(34, 2000, 4), {
    fresh: () => new Blend(4, remembering(1000)),
    step: (blend, errors) => {
      blend.learn(Float64Array.from(errors));
      return [[...blend.weights], blend.reach, blend.state.pairs];
    },
  }),
  learner('MemberAccount', signals(35, 800, 4), {
    fresh: () => new MemberAccount(300),
    step: (account, [persistence, climatology, learned, blend]) => {
      account.add({ persistence: persistence!, climatology: climatology!, learned: learned!, blend: blend! });
      return [account.mae, account.rmseLearned];
    },
  }),
  learner('Head', lessons(36, FEATURE_COUNT, 900), {
    fresh: () => new Head('temperature', 3600, 300),
    restored: (saved: HeadState) => new Head('temperature', 3600, 300).restore(saved),
    step: aHead,
  }),
  learner('Head of a day', lessons(36, FEATURE_COUNT, 900), {
    fresh: () => new Head('pressure', 86_400, 300, 1),
    restored: (saved: HeadState) => new Head('pressure', 86_400, 300, 1).restore(saved),
    step: aHead,
  }),
  learner('OnlineLogistic', lessons(37, 5, 500), {
    fresh: () => new OnlineLogistic([0, 0, 0, 0, 0], 0.03),
    step: (logistic, { phi, y }) => {
      logistic.learn(phi, y > 0 ? 1 : 0, 1);
      return [logistic.score(phi), [...logistic.weights]];
    },
  }),
];
