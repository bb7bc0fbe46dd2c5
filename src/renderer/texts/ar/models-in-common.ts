import type { Words } from '../words.ts';

export const modelsInCommon: Words['models-in-common'] = {
  members: { learned: 'المتعلَّم', climatology: 'المناخ المعتاد', persistence: 'لا تغيّر' },
  horizons: { 900: '15 د', 3600: '1 س', 10800: '3 س', 21600: '6 س', 43200: '12 س', 86400: '24 س' },
  inside: {
    target: 'الكمية',
    horizon: 'المدى',
    weights: 'الأوزان',
    held: 'ضمن النطاق',
    updates: 'الدروس',
    halfwidth: 'نصف العرض',
    k: 'حرارة المعالج، k',
    offset: 'تصحيح الرطوبة',
    knownDays: 'الأيام المعروفة',
  },
};
