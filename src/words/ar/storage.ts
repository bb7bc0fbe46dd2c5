import type { Lost, Salvaged } from '../en/storage.ts';
import type { Sentences } from '../sentence.ts';
import { count, moment, number } from './tongue.ts';

const TABLES: Record<string, string> = {
  sample: 'قياسات',
  five_min: 'قياسات وراء متوسطات الخمس دقائق',
  hourly: 'قياسات وراء متوسطات الساعات',
  event: 'أحداث',
  label: 'ملاحظات',
  calibration: 'قيود سجل المعايرة',
};
const UNCERTAIN = ['event', 'label'];
const TOLD_SPANS = 3;
/** As what is done (أُنقذ صفان), and behind a word that governs them (من صفين). */
const ROWS = { zero: '# صف', one: 'صف واحد', two: 'صفان', few: '# صفوف', many: '# صفًا', other: '# صف' };
const OF_ROWS = { ...ROWS, two: 'صفين' };
const SAMPLES = { zero: '# قياس', one: 'قياس واحد', two: 'قياسان', few: '# قياسات', many: '# قياسًا', other: '# قياس' };
const OWNERS: Record<string, string> = { simulator: 'المحاكي', 'sense-hat': 'Sense HAT', replay: 'تسجيل معاد' };
const owned = (by: string): string => OWNERS[by] ?? by;

const spanOf = ({ fromTs, untilTs }: Pick<Lost, 'fromTs' | 'untilTs'>): string =>
  untilTs === null ? `بعد ${moment(fromTs!)}` : `من ${moment(fromTs!)} إلى ${moment(untilTs)}`;

function lostInWords(lost: readonly Lost[], components: readonly string[]): string {
  const parts: string[] = [];
  for (const [table, words] of Object.entries(TABLES)) {
    const own = lost.filter((entry) => entry.table === table);
    if (own.length === 0) continue;
    const unknown = own.some(({ rows }) => rows === null);
    const rows = unknown ? 'عدد غير معروف' : number(own.reduce((sum, entry) => sum + entry.rows!, 0));
    const spans = own.filter(({ fromTs }) => fromTs !== null);
    const told = spans.slice(0, TOLD_SPANS).map(spanOf).join('؛ ');
    const rest = spans.length - TOLD_SPANS;
    const more =
      rest > 0
        ? `؛ وغيرها: ${count(rest, { zero: '# فترة', one: 'فترة واحدة', two: 'فترتان', few: '# فترات', many: '# فترة', other: '# فترة' })}`
        : '';
    const most = UNCERTAIN.includes(table) && !unknown ? 'على الأكثر ' : '';
    parts.push(`${words}: ${most}${rows}${told === '' ? '' : ` (${told}${more})`}`);
  }
  if (components.length > 0) parts.push(`ما تعلّمه ${components.join(', ')}`);
  return parts.length === 0 ? 'لم يضع شيء.' : `ضاع: ${parts.join('؛ ')}.`;
}

function salvaged({ damage, rows, fromBackup, backup, aside, lost, rebuilt, unread }: Salvaged): string {
  const parts = [`كانت قاعدة البيانات تالفة (${damage}).`];
  parts.push(rows > 0 ? `أُنقذ منها ${count(rows, ROWS)}.` : 'لم يمكن قراءة شيء منها.');
  if (backup === null) parts.push('لم توجد نسخة احتياطية سليمة.');
  else if (fromBackup > 0) parts.push(`وأضافت أحدث نسخة احتياطية سليمة ${number(fromBackup)}.`);
  if (rebuilt.length > 0) parts.push('وأُخذت المعايرة من سجلها.');
  parts.push(lostInWords(lost, unread));
  if (aside !== null) parts.push(`الملف التالف في ${aside}.`);
  return parts.join(' ');
}

export const storage = {
  'disk.refuses': ({ why }) => `القرص لا يقبل قياسات جديدة (${why}). تبقى في الذاكرة وتُكتب حين يقبلها من جديد.`,
  'disk.takes-again': ({ minutes, lost }) =>
    `القرص يقبل القياسات من جديد بعد ${number(minutes)} د؛ ${lost > 0 ? `تُرك منها ${count(lost, SAMPLES)}` : 'لم يضع شيء'}.`,
  'disk.took-nothing': ({ samples }) => `لم يقبل القرص شيئًا: ربما ضاع مما كان ينتظر ${count(samples, SAMPLES)}`,
  'disk.memory-only': ({ folder, trouble }) =>
    `لا يمكن استخدام قرص ${folder} (${trouble}): ما يُقاس الآن يبقى في الذاكرة، ويدخل السجل حين يقبله القرص من جديد. وإلى ذلك الحين لا يُعرض الماضي.`,
  'disk.back-home': ({ rows }) => `القرص يقبل البيانات من جديد: دخل السجل من الذاكرة ${count(rows, ROWS)}.`,
  'disk.other-owner': ({ measuredBy, owner }) =>
    `تُرك ما أعطاه ${owned(measuredBy)} حين لم يكن القرص يقبل شيئًا: هذا سجل ${owned(owner)}.`,

  'database.damaged': ({ damage, inMemory }) =>
    `قاعدة البيانات تالفة (${damage}). يعاد بناؤها مما يمكن قراءته؛ وتبقى القياسات الجديدة أثناء ذلك ${
      inMemory ? 'في الذاكرة' : 'في ملف بجانبها'
    }.`,
  'database.salvaged': salvaged,
  'database.not-rebuilt': ({ why }) =>
    `لم يمكن بعد إعادة بناء قاعدة البيانات التالفة (${why})؛ المحاولة التالية بعد 10 د.`,
  'database.put-back': ({ kept }) =>
    `نُقلت قاعدة البيانات أو حُذفت أو استُبدلت والمحطة تعمل. كُتبت من جديد مما كان مفتوحًا بعد؛ لم يضع شيء.${
      kept === null ? '' : ` وما كان في مكانها صار في ${kept}.`
    }`,
  'database.swap-unreadable': () =>
    'كانت قاعدة البيانات تُستبدل حين توقفت المحطة، وتتعذر قراءة ما دُوّن عن مدى ذلك: يُنظر هل السجل هو المنتظر.',
  'database.changed': ({ rows, parts, fromBackup, kept }) =>
    [
      rows === null
        ? 'استخدم برنامج آخر قاعدة البيانات.'
        : rows === 0
          ? 'عدّلها برنامج آخر.'
          : rows > 0
            ? `عدّلها برنامج آخر: بزيادة ${count(rows, ROWS)}.`
            : `عدّلها برنامج آخر: بنقص ${count(-rows, ROWS)}.`,
      parts.length > 0 ? ` وأُنشئت الأجزاء الناقصة من جديد (${parts.join('، ')}).` : '',
      fromBackup > 0 ? ` وعاد من النسخة الاحتياطية ${count(fromBackup, ROWS)}.` : '',
      kept === null ? '' : ` وكان بجانبها سجل قاعدة أخرى؛ وهو محفوظ في ${kept}.`,
    ].join(''),
  'database.rows-changed': ({ healed, doubtful, fromTs, untilTs }) =>
    [
      `تغيّرت صفوف محفوظة على القرص (${spanOf({ fromTs, untilTs })} UTC).`,
      healed > 0 ? ` وعاد من نسخة احتياطية ${count(healed, ROWS)}.` : '',
      doubtful > 0 ? ` وبقي كما هو ${count(doubtful, ROWS)}؛ وقد يكون فيها رقم خاطئ.` : '',
    ].join(''),
  'database.log-lost': ({ rows }) =>
    `لم تتوقف المحطة على نحو سليم، وسجل آخر الكتابات مفقود؛ وقد تكون ضاعت بضع ساعات قبله.${
      rows > 0 ? ` وعاد من النسخة الاحتياطية ${count(rows, ROWS)}.` : ''
    }`,
  'history.set-aside': ({ owner, aside }) => `نُحّي سجل ${owned(owner)} باسم ${aside}: يقيس هنا الآن Sense HAT.`,
  'history.backups-stay': ({ why }) =>
    `لم يمكن نقل نسخه الاحتياطية (${why}). تبقى في مكانها، ولا يدخل منها شيء في السجل الذي يبدأ الآن.`,
  'history.unfolded': ({ hours }) =>
    `عادت الصفوف الأدق لساعات كُثّفت قبل أوانها: ${count(hours, {
      zero: '# ساعة',
      one: 'ساعة واحدة',
      two: 'ساعتان',
      few: '# ساعات',
      many: '# ساعة',
      other: '# ساعة',
    })}`,
  'history.folded': ({ samples, fives, removed }) =>
    `كُثّف: ${count(samples, SAMPLES)}، ومن صفوف الخمس دقائق ${number(fives)}؛ حُذف من المكثّف: ${number(removed)}`,
  'history.backed-up': ({ bytes }) => `نُسخ السجل احتياطيًا وفُحصت النسخة (${number(bytes / 1e6, 1)} MB)`,
  'history.recomputed': ({ changed, rows, seconds }) =>
    `حُسب من القيم الخام من جديد ${number(changed)} من ${count(rows, OF_ROWS)} في ${number(seconds, 1)} ث`,
} satisfies Partial<Sentences>;
