import type { Guessed, Unbelieved } from '../en/clock.ts';
import type { Sentences } from '../sentence.ts';
import { count, moment, span } from './tongue.ts';

const way = (byS: number): string => `${byS > 0 ? 'إلى الأمام' : 'إلى الوراء'} بمقدار ${span(byS)}`;

const HOW: Record<Guessed, string> = {
  none: 'ويُعرف وقتها مع القياسات التالية.',
  'by the samples before':
    'وقد أُعيد تشغيل الحاسوب منذ ذلك، فهي تتبع القياسات التي قبلها: ربما أخطأت الساعة بأكثر أو أقل.',
  'before this start': 'وقد أُعيد تشغيل الحاسوب منذ ذلك، فالمؤكد فقط أنها سبقت هذا البدء.',
};
const WHY: Record<Unbelieved, string> = {
  'not set': 'لم تُضبط بعد',
  behind: 'متأخرة عن أحدث قياس محفوظ',
};
const HELD = {
  zero: '# قياس محتجز',
  one: 'قياس محتجز واحد',
  two: 'قياسان محتجزان',
  few: '# قياسات محتجزة',
  many: '# قياسًا محتجزًا',
  other: '# قياس محتجز',
};

export const clock = {
  'clock.taken-up': ({ count: n, guessed }) =>
    `سُجّل ${count(n, {
      zero: '# قيد',
      one: 'قيد واحد',
      two: 'قيدان',
      few: '# قيود',
      many: '# قيدًا',
      other: '# قيد',
    })} والساعة غير موثوقة حين انقطع البرنامج. ${HOW[guessed]}`,
  'clock.holding': ({ clockTs, why }) =>
    `تشير الساعة إلى ${moment(clockTs)} وهي ${WHY[why]}. تُحتجز القياسات ويُعرف وقتها حين تُضبط الساعة.`,
  'clock.released': ({ held, spanS, givenUp }) =>
    `الساعة موثوقة الآن: عُرف وقت ${count(held, {
      zero: '# قياس محتجز',
      one: 'قياس محتجز واحد',
      two: 'قياسين محتجزين',
      few: '# قياسات محتجزة',
      many: '# قياسًا محتجزًا',
      other: '# قياس محتجز',
    })} خلال ${span(spanS)}.${
      givenUp > 0
        ? ` وتُرك ما هو أقدم: ${count(givenUp, {
            zero: '# قياس',
            one: 'قياس واحد',
            two: 'قياسان',
            few: '# قياسات',
            many: '# قياسًا',
            other: '# قياس',
          })}.`
        : ''
    }`,
  'clock.moved': ({ byS, held }) =>
    `قفزت الساعة ${way(byS)}. وانتقل معها ما خُتم بها، ولا شيء غيره.${held > 0 ? ` وعُرف الوقت لما يلي: ${count(held, HELD)}.` : ''}`,
  'clock.moved-at-start': ({ byS }) =>
    `خُتمت آخر القياسات قبل هذا البدء بساعة متقدمة: انتقلت ${way(byS)}، إلى ما قبله مباشرة.`,
  'clock.gap': ({ byS }) => `قفزت الساعة ${way(byS)}. وفي السلسلة فجوة هناك.`,
  'clock.slowed': ({ byS }) => `ضُبطت الساعة ${way(byS)}. تتبع الأختام الزمن المنقضي إلى أن تلحق بها الساعة.`,
  'clock.own-time': ({ aheadS }) =>
    `الساعة متأخرة ${span(aheadS)} عن أحدث القياسات. تتبع السلسلة الزمن المنقضي وتنتقل حين تُضبط الساعة.`,
} satisfies Partial<Sentences>;
