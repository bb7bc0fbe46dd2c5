import type { Hindrance, ProbeTrouble } from '../en/sensors.ts';
import type { Sentences } from '../sentence.ts';
import { count, list, number } from './tongue.ts';

const PROBE_TROUBLES: Record<ProbeTrouble, string> = {
  not_found: 'لا مجس على ناقل 1-Wire: يُفحص القابس، ويُفحص dtoverlay=w1-gpio في config.txt',
  timeout: 'المجس لا يجيب في الوقت المناسب',
  unreadable: 'تتعذر قراءة ملفه',
  empty: 'فشل القياس (لا نبضة حضور)',
  malformed: 'جوابه مشوّه',
  crc: 'مجموعه الاختباري خاطئ: أسلاك طويلة أو مرتخية',
  bad_scratchpad: 'خط البيانات عالق على المستوى المنخفض',
  power_on_value: 'لا يعرض إلا قيمة بدء التشغيل: التغذية تنهار',
  out_of_range: 'قيمته خارج المدى من \u200e−55 إلى 125 °C: الطاقة قليلة',
};

const HINDRANCES: Record<Hindrance, string> = {
  voltage: 'جهد التغذية منخفض جدًا',
  capped: 'تردد المعالج محدود',
  throttled: 'المعالج مبطَّأ',
  hot: 'المعالج عند حد الحرارة الأول',
};
const listed = (held: readonly Hindrance[]): string => list(held.map((what) => HINDRANCES[what]));

const SIGNALS: Record<string, string> = { temperature: 'الحرارة', humidity: 'الرطوبة', pressure: 'الضغط' };
const THERMOMETERS: Record<string, string> = { humidityChip: 'حساس الرطوبة', pressureChip: 'حساس الضغط' };

export const sensors = {
  'sensor.jumped': ({ signal, before, after }) =>
    `${SIGNALS[signal] ?? signal}: قفزة من ${number(before, 2)} إلى ${number(after, 2)} ثم ثبات`,
  'sensor.latched': ({ thermometer }) =>
    `ميزان الحرارة في ${THERMOMETERS[thermometer] ?? thermometer} يكرر قيمة واحدة ولا يُحتسب`,
  'sensor.unlatched': ({ thermometer }) => `ميزان الحرارة في ${THERMOMETERS[thermometer] ?? thermometer} يتحرك من جديد`,
  'board.moved': ({ tiltedDeg, turnedDeg }) => {
    const turned = turnedDeg === null ? '' : `، ودوران ${number(turnedDeg)}°`;
    return `حُرّكت اللوحة (ميل ${number(tiltedDeg)}°${turned}): تلزم معايرة جديدة`;
  },

  'chip.back': ({ chip }) => `الرقاقة ${chip} تقيس من جديد`,
  'chip.other': ({ chip, address, found, expected }) =>
    `${chip}: القطعة عند ${address} تسمي نفسها ${found}، والمنتظر ${expected}`,
  'chip.unsupported': ({ chip, found }) => `${chip}: في موضعها ${found}، وهي غير مدعومة`,
  'chip.no-colour': ({ addresses }) => `لا حساس لون عند ${addresses.join(' أو ')}، بل قطع أخرى`,
  'chip.zeros': ({ chip }) => `${chip}: تتعذر قراءة معايرة المصنع، ولا تأتي إلا أصفار`,
  'chip.damaged-temperature': ({ chip }) => `${chip}: معايرة الحرارة تالفة`,
  'chip.damaged-humidity': ({ chip }) => `${chip}: معايرة الرطوبة تالفة`,
  'chip.lost-settings': ({ chip }) => `فقدت الرقاقة ${chip} إعداداتها ويجري ضبطها من جديد`,
  'chip.mute': ({ chip }) => `الرقاقة ${chip} تجيب ولا تقيس شيئًا؛ يجري ضبطها من جديد`,
  'chip.no-answer': ({ chip }) => `الرقاقة ${chip} لا تستجيب: إما أنها غير موجودة أو أن اللوحة غير مثبتة جيدًا`,
  'chip.held-by': ({ chip, driver, command }) => `الرقاقة ${chip} يشغلها مشغّل النواة ${driver}: ${command}`,
  'chip.held': ({ chip }) =>
    `الرقاقة ${chip} يشغلها أحد مشغّلات النواة: تُحدَّث النواة، أو يُزال المشغّل الذي يعرضه i2cdetect -y 1 بالعلامة UU`,
  'chip.loses-transfers': ({ chip }) =>
    `الرقاقة ${chip} تفقد عمليات نقل على ناقل I2C: يُفحص الكابل ويُجرَّب dtparam=i2c_arm_baudrate=10000`,
  'chip.failed': ({ chip, why }) => `${chip}: ${why}`,

  'bus.missing': () => 'لا يوجد ناقل I2C: يُفعَّل I2C (dtparam=i2c_arm=on في /boot/firmware/config.txt) ثم يعاد التشغيل',
  'bus.forbidden': () => 'لا إذن باستخدام ناقل I2C: sudo usermod -aG i2c "$USER" ثم تسجيل الدخول من جديد',
  'bus.no-module': ({ why }) =>
    `لا يمكن استخدام ناقل I2C هنا (${why}): يلزم Linux وحزمة i2c-bus مبنية لبيئة التشغيل هذه`,
  'bus.no-blocks': ({ why }) =>
    `ناقل I2C هذا لا يعرف النقل بالكتل (${why}): يُضبط sensors.i2c_bus على الناقل الذي عليه اللوحة`,
  'bus.stuck': ({ chip }) =>
    `${chip === null ? 'إحدى الرقاقات' : `الرقاقة ${chip}`} تُبقي خطًا من ناقل I2C منخفضًا: تُطفأ اللوحة ثم تُشغَّل`,
  'bus.back': () => 'ناقل I2C يعمل من جديد',

  'pi.held-back': ({ by }) => `جهاز Pi مقيَّد: ${listed(by)}`,
  'pi.was-held-back': ({ by }) => `قُيّد جهاز Pi لحظة: ${listed(by)}`,
  'pi.unhindered': () => 'جهاز Pi يعمل من جديد بلا قيود',

  'replay.odd-cells': ({ cells, path }) =>
    `قيم ليست أرقامًا في ${path} وتُعد ناقصة: ${count(cells, {
      zero: '# خلية',
      one: 'خلية واحدة',
      two: 'خليتان',
      few: '# خلايا',
      many: '# خلية',
      other: '# خلية',
    })}`,
  'replay.over': ({ path }) => `انتهت إعادة التسجيل ${path}: لا يُقاس شيء بعد ذلك`,

  'probe.crowd': ({ found, reading }) =>
    `عُثر على ${count(found.length, {
      zero: '# مجس',
      one: 'مجس واحد',
      two: 'مجسين',
      few: '# مجسات',
      many: '# مجسًا',
      other: '# مجس',
    })}: ${found.join(', ')}. يُقرأ ${reading}، ويُختار غيره بالإعداد sensors.probe_id.`,
  'probe.still': ({ celsius }) => `المجس الخارجي يعطي ${number(celsius, 2)} °C منذ ست ساعات: ربما يكرر قياسًا قديمًا`,
  'probe.back': ({ device }) => `المجس الخارجي ${device} يقيس`,
  'probe.lost': ({ why }) => `لا حرارة خارجية: ${PROBE_TROUBLES[why]}`,

  'joystick.back': ({ path }) => `عصا التحكم ${path} تُقرأ من جديد`,
  'joystick.forbidden': ({ path }) =>
    `تتعذر قراءة عصا التحكم ${path ?? ''}: يُضاف المستخدم إلى المجموعة input ثم يسجّل الدخول من جديد`,
  'joystick.lost': ({ path, why }) => `تتعذر قراءة عصا التحكم ${path ?? ''}: ${why}`,
  'joystick.closing': ({ why }) => `عند إغلاق عصا التحكم: ${why}`,

  'panel.lit': ({ why }) => `ربما ما زالت مصفوفة LED مضاءة: ${why}`,
  'panel.back': ({ name }) => `عادت مصفوفة LED ${name}`,
  'panel.forbidden': () => 'يتعذر الرسم على مصفوفة LED: يُضاف المستخدم إلى المجموعة video ثم يسجّل الدخول من جديد',
  'panel.lost': ({ why }) => `يتعذر الرسم على مصفوفة LED: ${why}`,
} satisfies Partial<Sentences>;
