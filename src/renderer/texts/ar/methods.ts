import type { Words } from '../words.ts';
import { plural } from './plural.ts';

export const methods: Words['methods'] = {
  methods: {
    intro: 'كيف ينشأ كل رقم. تكتبه المحطة من إعداداتها السارية.',
    limits: 'ما لا تستطيعه هذه المحطة',
    failure: 'أين يخفق:',
    takes: 'يأخذ',
    gives: 'يعطي',
    leadsTo: 'ثم',
    features: (n) =>
      plural(n, {
        zero: `${n} سمة`,
        one: `سمة واحدة (${n})`,
        two: `سمتان (${n})`,
        few: `${n} سمات`,
        many: `${n} سمة`,
        other: `${n} سمة`,
      }),
    glossary: 'مصطلحات',
  },
};
