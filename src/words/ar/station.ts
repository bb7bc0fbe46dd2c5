import type { Scaled } from '../en/station.ts';
import type { Sentences } from '../sentence.ts';
import { count, number, unit } from './tongue.ts';

const SIGNALS: Record<Scaled, string> = { temperature: 'الحرارة', humidity: 'الرطوبة' };
const BOARDS: Record<string, string> = { 'sense-hat': 'Sense HAT', simulator: 'المحاكي', replay: 'تسجيل معاد' };
/** What the API lets somebody say. */
const YES: Record<string, string> = {
  rain: 'تمطر',
  fog: 'ضباب',
  frost: 'صقيع',
  window_open: 'النافذة مفتوحة',
};
const NO: Record<string, string> = {
  rain: 'الجو جاف',
  fog: 'لا ضباب',
  frost: 'لا صقيع',
  window_open: 'النافذة مغلقة',
};
const said = (what: string, yes: boolean): string => (yes ? YES[what] : NO[what]) ?? `${yes ? '' : 'ليس '}${what}`;

export const station = {
  'station.started': ({ version, board }) => `Weatherglass ${version} يقيس، والمصدر: ${BOARDS[board] ?? board}`,
  'station.stopped': () => 'توقفت المحطة على نحو سليم',
  'station.failed': ({ name, why }) => `فشل: ${name}: ${why}`,
  'station.works-again': ({ name }) => `يعمل من جديد: ${name}`,
  'station.from-prior': ({ name, why }) => `${name}: البدء من المعرفة الأولى: ${why}`,
  'station.anew': ({ name, why }) => `${name}: البدء من جديد: ${why}`,
  'station.scores-unread': ({ days }) =>
    `تعذرت قراءة تقييمات ${count(days, {
      zero: '# يوم',
      one: 'يوم واحد',
      two: 'يومين',
      few: '# أيام',
      many: '# يومًا',
      other: '# يوم',
    })} فتُركت`,
  'station.demo': ({ folder }) => `هذا عرض: الطقس محاكى ومحفوظ في ${folder}، بمعزل عن أي محطة حقيقية.`,
  'station.no-place': () =>
    'لا تعرف المحطة مكانها: تُضبط site.latitude وsite.longitude وsite.altitude_m في config.yaml.',

  'fleet.notice': ({ text }) => `رسالة من مشغّل أسطول المحطات: ${text}`,

  'settings.changed': ({ keys }) => `إعدادات غُيّرت: ${keys.join(', ')}`,
  'settings.altitude': ({ toM, fromM }) =>
    `الارتفاع ${number(toM)} م وكان ${number(fromM)} م: يُحسب الضغط عند سطح البحر من جديد في السجل كله`,

  'upgrade.taken-back': ({ from, to, why, restored }) =>
    `أُلغيت الترقية من ${from} إلى ${to}: ${why}.${restored ? ' قاعدة البيانات هي التي كانت قبلها.' : ''}`,

  'calibration.k': ({ k, referenceC }) =>
    `عُويرت الحرارة: k هي ${number(k, 3)} بعد مرجع قدره ${number(referenceC, 1)} °C`,
  'calibration.k-reset': ({ k }) => `عُويرت الحرارة: عادت k إلى قيمتها الأولى ${number(k, 2)}`,
  'calibration.offset': ({ offset, referencePct }) =>
    `عُويرت الرطوبة: التصحيح ${number(offset, 2)} نقطة مئوية بعد مرجع قدره ${number(referencePct, 1)} %`,
  'calibration.offset-reset': ({ offset }) => `عُويرت الرطوبة: عاد التصحيح إلى قيمته الأولى ${number(offset, 2)}`,
  'calibration.undone': ({ signal, reference }) => `معايرة ${SIGNALS[signal]}: أُلغي المرجع ${number(reference, 1)}`,
  'step.calibration': ({ signal }) => `${SIGNALS[signal]}: القفزة هنا من معايرة، لا من الطقس`,
  'step.setting': ({ signal }) => `${SIGNALS[signal]}: القفزة هنا من تغيير إعداد، لا من الطقس`,

  'label.rain': () => 'أبلغ أحدهم: تمطر',
  'label.dry': () => 'أبلغ أحدهم: الجو جاف',
  'label.yes': ({ what }) => `أبلغ أحدهم: ${said(what, true)}`,
  'label.no': ({ what }) => `أبلغ أحدهم: ${said(what, false)}`,
  'label.corrected': ({ what, yes }) => `صُحّحت ملاحظة: ${said(what, yes)}`,
  'label.undone': () => 'سُحبت ملاحظة',
  'label.refused': ({ why }) => why,

  'training.nothing': ({ why }) => `لم يغيّر التدريب شيئًا: ${why}`,
  'training.done': ({ rows, days, seconds }) =>
    `تعلّم جديد من ${count(rows, {
      zero: '# صف',
      one: 'صف واحد',
      two: 'صفين',
      few: '# صفوف',
      many: '# صفًا',
      other: '# صف',
    })} على مدى ${unit(days, 'day', 1)} في ${number(seconds, 1)} ث`,
} satisfies Partial<Sentences>;
