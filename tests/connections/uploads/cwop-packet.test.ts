import { describe, expect, it } from 'vitest';
import {
  aprsAngle,
  aprsHumidity,
  aprsPressure,
  aprsTemperature,
  cwopMinute,
  cwopPacket,
  isCallSign,
} from '../../../src/connections/uploads/cwop.ts';
import { observation, place, sender, windy } from './sample-station.ts';

describe('CWOP', () => {
  it('is sent one packet', () => {
    expect(cwopPacket(observation, { ...sender('CW0003'), software: 'weatherglass' }, null)).toBe(
      'CW0003>APRS,TCPIP*:@011205z5540.57N/01234.10E_.../...g...t065r...p...P...h61b10162weatherglass',
    );
  });

  it('is told the rain of the hour, of 24 hours and of the day in hundredths of an inch', () => {
    const rain = (dayMm: number | null) => /r.*?P.../.exec(cwopPacket(windy, sender('CW0003'), dayMm)!)![0];
    expect([19.812, 0, null, 254].map(rain)).toEqual(['r010p078P050', 'r010p000P050', 'r010p...P050', 'r010p...P050']);
  });

  it.each([
    [41.714692, 2, 'NS', '4142.88N'],
    [-72.728514, 3, 'EW', '07243.71W'],
    [-12.3, 2, 'NS', '1218.00S'],
    [-123.3, 3, 'EW', '12318.00W'],
    [59.99996, 2, 'NS', '6000.00N'],
    [0, 2, 'NS', '0000.00N'],
    [179.99999, 3, 'EW', '18000.00E'],
  ] as const)('writes %s° as %s', (deg, digits, letters, text) => {
    expect(aprsAngle(deg, digits, [letters[0]!, letters[1]!])).toBe(text);
  });

  it.each([
    [18.4, 't065'],
    [(-5.4 - 32) / 1.8, 't-05'],
    [(-0.4 - 32) / 1.8, 't000'],
    [(-99 - 32) / 1.8, 't-99'],
    [(104.5 - 32) / 1.8, 't105'],
    [null, 't...'],
  ])('writes %s °C as %s', (tC, text) => {
    expect(aprsTemperature(tC)).toBe(text);
  });

  it.each([
    [61, 'h61'],
    [100, 'h00'],
    [99.6, 'h00'],
    [0.3, 'h01'],
    [0, 'h01'],
    [5, 'h05'],
    [null, ''],
  ])('writes %s %% as "%s"', (rh, text) => {
    expect(aprsHumidity(rh)).toBe(text);
  });

  it('writes pressure in tenths of a hPa, five digits', () => {
    expect(aprsPressure(1016.23)).toBe('b10162');
    expect(aprsPressure(998.04)).toBe('b09980');
    expect(aprsPressure(null)).toBe('');
  });

  it('knows whose turn it is, and what is an id', () => {
    expect(['CW0003', 'DW1239', 'OZ1ABC', 'CW10'].map(cwopMinute)).toEqual([3, 9, 1, 0]);
    expect(['CW0003', 'OZ1ABC-13', 'CW 1', 'CW1\r\nX>APRS:hello', ''].map(isCallSign)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('needs a place', () => {
    expect(cwopPacket(observation, { ...sender('CW0003'), place: { ...place, latitude: null } }, null)).toBeNull();
  });
});
