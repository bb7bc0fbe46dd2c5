import type { Words } from '../words.ts';

export const keyboard: Words['keyboard'] = {
  keyboard: {
    label: 'لوحة المفاتيح',
    open: 'لوحة مفاتيح على الشاشة',
    done: 'تم',
    space: 'مسافة',
    erase: 'حذف',
    newLine: 'سطر جديد',
    shift: 'أحرف كبيرة',
    moreSigns: 'علامات أخرى',
    letters: 'حروف',
    symbols: 'أرقام وعلامات',
    accents: 'حروف بحركات',
    latin: 'حروف لاتينية',
    own: 'حروف عربية',
  },
};
