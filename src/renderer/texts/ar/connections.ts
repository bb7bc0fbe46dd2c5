import type { Words } from '../words.ts';
import { plural } from './plural.ts';

const SENT_LATER = 'كل 5 دقائق. وما فات يُرسل لاحقًا.';
const ONLY_NEW = 'وما فات لا يُرسل: الشبكة تأخذ الجديد فقط.';

export const connections: Words['connections'] = {
  connections: {
    intro: 'إلى أين ترسل المحطة ما تقيسه. لا يُرسل شيء حتى يُشغَّل.',
    home: 'في البيت',
    public: 'الشبكات العامة',
    states: {
      off: 'متوقف',
      ok: 'يعمل',
      waitsForFirst: 'لم يُرسل شيء بعد',
      retrying: 'يحاول من جديد',
      refused: 'مرفوض',
      simulated: 'لم يُرسل: الطقس محاكى',
      incomplete: 'لم يُرسل: ينقص شيء',
    },
    lastSuccess: 'آخر إرسال',
    never: 'أبدًا',
    waiting: 'في الانتظار',
    rows: (n, shown) =>
      plural(n, {
        zero: 'لا قراءات',
        one: 'قراءة واحدة',
        two: 'قراءتان',
        few: `${shown} قراءات`,
        many: `${shown} قراءة`,
        other: `${shown} قراءة`,
      }),
    lastError: 'آخر مشكلة',
    notices: 'رسائل من مشغّل أسطول المحطات',
    setUp: 'إعداد',
    sendNow: 'إرسال الآن',
    sending: 'جارٍ الإرسال',
    outcomes: { ok: 'قُبل.', retry: 'لم ينجح هذه المرة.', refused: 'رُفض.', passed: 'لم يُحفظ.' },
    took: (status, duration) => (status ? `الحالة ${status}، بعد ${duration}` : `بعد ${duration}`),
    answer: 'الجواب',
    noWords: 'كان الجواب بلا كلمات.',
    on: 'تشغيل',
    off: 'إيقاف',
    save: 'حفظ',
    saved: 'حُفظ.',
    unchanged: 'لم يتغير شيء.',
    locked: 'حُدد عند بدء البرنامج. لا يُغيَّر هنا.',
    stored: 'محفوظ. وما يُكتب جديدًا يحل محله.',
    forget: 'نسيان المفتاح',
    keyHint: 'يبقى في المحطة ولا يُعرض مرة أخرى.',
    missing: 'المحطة لا تقدم هذا الإعداد.',
    fields: {
      id: 'معرّف المحطة',
      key: 'المفتاح',
      url: 'العنوان',
      username: 'اسم المستخدم',
      password: 'كلمة المرور',
      token: 'الرمز',
      ca: 'ملف الشهادة',
      prefix: 'بادئة الاكتشاف',
      interval: 'الثواني بين رسالتين',
      format: 'الصيغة',
      secretFile: 'ملف السر',
    },
    services: {
      mqtt: {
        about: 'كل قراءة وتوقع لـHome Assistant وبرامج أخرى في البيت.',
        needs: 'عنوان الوسيط، مثل mqtt://homeassistant.local:1883.',
      },
      push: {
        about: 'كل صف محفوظ لقاعدة بيانات زمنية.',
        needs: 'العنوان الذي تأخذ عنده القاعدة الصفوف، ورمزها.',
      },
      fleet: {
        about: 'كل صف وتوقّع ودرجة لمركز أسطول من المحطات.',
        needs: 'عنوان المركز، واسم الدخول والسر اللذان عرضهما «hub add»؛ والسر في ملف على المحطة.',
      },
      wunderground: {
        about: SENT_LATER,
        needs: 'تُسجَّل المحطة في wunderground.com، وهناك المعرّف والمفتاح.',
      },
      pwsweather: {
        about: SENT_LATER,
        needs: 'تُسجَّل المحطة في pwsweather.com، وهناك المعرّف ومفتاح API.',
      },
      cwop: {
        about: `كل 10 دقائق. ${ONLY_NEW}`,
        needs: 'يُطلب معرّف في findu.com، مثل CW0003. هواة الراديو وحدهم يلزمهم رمز مرور.',
      },
      windy: {
        about: 'كل 5 دقائق. وما فات لا يُرسل: الشبكة تأخذ قراءة واحدة كل 5 دقائق.',
        needs: 'تُسجَّل المحطة في stations.windy.com، وهناك المعرّف وكلمة مرور المحطة.',
      },
      wowbe: { about: SENT_LATER, needs: 'يُسجَّل الموقع في wow.meteo.be، وهناك المعرّف والمفتاح.' },
      openweathermap: {
        about: SENT_LATER,
        needs: 'يؤخذ مفتاح API من openweathermap.org. والمعرّف اسم يُختار بحرية، مثل my-garden.',
      },
      opensensemap: {
        about: SENT_LATER,
        needs: 'يُسجَّل senseBox في opensensemap.org، وهناك معرّف الصندوق والرمز.',
      },
      sensorcommunity: {
        about: `كل 5 دقائق. ${ONLY_NEW}`,
        needs: 'يُسجَّل حساس BME280 في devices.sensor.community. والمعرّف هو اسمه هناك، مثل raspi-123.',
      },
    },
    neverSent: 'ما لا يُرسل أبدًا إلى الشبكات العامة',
    rules: {
      indoors: 'اللوحة في الداخل: حرارتها ورطوبتها تبقيان في البيت. ويُرسل الضغط والمجس الخارجي.',
      outdoors: 'اللوحة مضبوطة على الخارج: تُرسل حرارتها ورطوبتها وضغطها.',
      simulated: 'الطقس المحاكى لا يُرسل.',
      held: 'لا يُرسل إلا ما قيس. وما نقص يُترك.',
      light: 'الضوء لا يُرسل: الشبكات تريد سطوع الشمس بالواط.',
    },
    card: 'بطاقة طقس لـHome Assistant',
    cardHint: 'يضاف هذا النص إلى إعدادات Home Assistant ثم يعاد تشغيله.',
    copy: 'نسخ',
    copied: 'نُسخ.',
    notCopied: 'يُحدد النص ويُنسخ باليد.',
  },
};
