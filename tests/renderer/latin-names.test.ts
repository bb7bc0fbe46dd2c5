import { expect, it } from 'vitest';
import { withLatinNames } from '../../scripts/locales.ts';

/** As it would be marked by hand. */
const marked = (text: string): string => withLatinNames(text).replaceAll('\u2066', '[').replaceAll('\u2069', ']');

it('a name of Latin letters in an Arabic sentence is one piece, and what ends the sentence is none of it', () => {
  expect(marked('عن مجس DS18B20 خارجي على ناقل 1-wire.')).toBe('عن مجس [DS18B20] خارجي على ناقل [1-wire].');
  expect(marked('الرقم N في /dev/i2c-N.')).toBe('الرقم [N] في [/dev/i2c-N].');
  expect(marked('مثل http://nas:8086/write?db=weather؛ الفارغ')).toBe('مثل [http://nas:8086/write?db=weather]؛ الفارغ');
  expect(marked('عصا Sense HAT: اليسار')).toBe('عصا [Sense HAT]: اليسار');
  expect(marked('°C وhPa، أو °F وinHg. قفزة 1° القراءة')).toBe('[°C] و[hPa]، أو [°F] و[inHg]. قفزة 1° القراءة');
  expect(marked('ناقل I²C، من 0 إلى 90')).toBe('ناقل [I²C]، من 0 إلى 90');
});
