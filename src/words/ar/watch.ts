import type { Part, Strange, Watched } from '../en/watch.ts';
import type { Sentences } from '../sentence.ts';
import { count, list, number, signed } from './tongue.ts';

const SIGNALS: Record<Watched, string> = {
  temperature: 'الحرارة',
  humidity: 'الرطوبة',
  pressure: 'الضغط',
  cpu: 'حرارة المعالج',
  light: 'الضوء',
  acceleration: 'التسارع',
  magnetic_field: 'المجال المغناطيسي',
};

const STRANGE: Record<Strange, string> = {
  temperature_anomaly: 'الحرارة مقارنة بالمعتاد',
  dew_point_anomaly: 'نقطة الندى مقارنة بالمعتاد',
  pressure_anomaly: 'الضغط مقارنة بالمعتاد',
  temperature_change_1h: 'الحرارة خلال ساعة',
  humidity_change_1h: 'الرطوبة خلال ساعة',
  pressure_change_3h: 'الضغط خلال ثلاث ساعات',
  dryness: 'الجفاف',
  cloud: 'الضوء',
  temperature_change_15m: 'الحرارة خلال ربع ساعة',
  humidity_change_15m: 'الرطوبة خلال ربع ساعة',
};
const listed = (parts: readonly Part[]): string =>
  list(parts.map(({ name, value, unit }) => `${STRANGE[name]} ${signed(value, 1)} ${unit}`.trim()));

const TARGETS = { temperature: 'الحرارة', humidity: 'الرطوبة', pressure: 'الضغط' } as const;
const EASIER = {
  temperature: 'صار توقع الحرارة أسهل',
  humidity: 'صار توقع الرطوبة أسهل',
  pressure: 'صار توقع الضغط أسهل',
} as const;

export const watch = {
  'health.ok': () => 'كما هو متوقع',
  'health.silent': ({ signal, silentS }) => `${SIGNALS[signal]}: لا قراءة منذ ${number(silentS)} ث`,
  'health.never': ({ signal }) => `${SIGNALS[signal]}: لا قراءة منذ البدء`,
  'health.outside': ({ signal, value, unit, min, max }) =>
    `${SIGNALS[signal]}: ${number(value, 1)} ${unit} خارج المدى من ${number(min)} إلى ${number(max)} ${unit}`,
  'health.same': ({ signal, minutes }) =>
    `${SIGNALS[signal]}: القيمة نفسها تمامًا منذ ${count(minutes, {
      zero: '# دقيقة',
      one: 'دقيقة واحدة',
      two: 'دقيقتين',
      few: '# دقائق',
      many: '# دقيقة',
      other: '# دقيقة',
    })}`,
  'health.quiet': ({ signal }) =>
    `${SIGNALS[signal]}: القراءات أهدأ كثيرًا من المعتاد منذ نصف ساعة: هل الحساس عالق أو محجوب؟`,
  'health.noisy': ({ signal, times }) =>
    `${SIGNALS[signal]}: الضجيج ${count(times, { zero: '# ضعف', one: 'ضعف', two: 'ضعفا', few: '# أضعاف', many: '# ضعف', other: '# ضعف' })} ما ينبغي لهذه الرقاقة`,
  'health.wilder': ({ signal }) => `${SIGNALS[signal]}: القراءات تتقلب منذ ساعات أكثر بكثير من المعتاد`,
  'health.tamer': ({ signal }) => `${SIGNALS[signal]}: القراءات تتقلب منذ ساعات أقل بكثير من المعتاد`,
  'health.healed': ({ signal }) => `${SIGNALS[signal]}: القراءات عادت إلى طبيعتها`,

  'novelty.sudden': ({ parts }) => `أمر مفاجئ: ${listed(parts)}`,
  'novelty.unusual': ({ parts }) => `أحوال غير معتادة: ${listed(parts)}`,

  'drift.worse': ({ target }) => `توقعات ${TARGETS[target]} صارت أسوأ مما كانت عليه منذ أسابيع`,
  'drift.easier': ({ target }) => `${EASIER[target]} مما كان عليه منذ أسابيع: هل الحساس محجوب أو عالق؟`,
} satisfies Partial<Sentences>;
