import { describe, expect, it } from 'vitest';
import { cwopPacket } from '../../../src/connections/uploads/cwop.ts';
import { observed, type Place } from '../../../src/connections/uploads/observation.ts';
import { sensorCommunityRequest } from '../../../src/connections/uploads/sensorcommunity.ts';
import { altimeterHpa, reductionHeightM, seaLevelHpa } from '../../../src/station/air/physics/pressure.ts';
import { fahrenheit, inchesOfMercury } from '../../../src/station/air/physics/units.ts';
import { measured, place, sender, windy } from './sample-station.ts';

describe('units', () => {
  it('are those of the sample station', () => {
    expect(fahrenheit(18.4)).toBeCloseTo(65.12, 10);
    expect(inchesOfMercury(1016.2)).toBeCloseTo(30.008, 3);
    expect(observed(measured, place).dewPointC).toBeCloseTo(10.74, 1);
    expect(fahrenheit(10.74)).toBeCloseTo(51.34, 1);
    expect(altimeterHpa(1013.227, 25)).toBeCloseTo(1016.23, 2);
  });
});

describe('a barometer that its owner has corrected', () => {
  const corrected: Place = { ...place, pressure_offset_hpa: 3 };
  const row = { ...measured, seaLevelHpa: seaLevelHpa(measured.stationHpa, reductionHeightM(corrected)) };

  it('is corrected in every kind of pressure that a network asks for', () => {
    const told = observed(row, corrected);
    expect(told.seaLevelHpa).toBeCloseTo(1019.2, 1);
    expect(told.stationHpa).toBeCloseTo(1016.227, 3);
    expect(cwopPacket(told, { ...sender('CW0003'), place: corrected }, null)).toContain('b10192');
    expect(sensorCommunityRequest(told, sender('raspi-1')).body).toContain('"101623"');
  });
});

describe('what is told of a row', () => {
  it('of a board indoors is the pressure and the probe, never the room', () => {
    const row = { ...measured, temperatureC: 21.5, humidityPct: 44, outdoorC: -3.25 };
    expect(observed(row, { indoors: true, pressure_offset_hpa: 0 })).toEqual({
      tS: row.tS,
      outside: expect.objectContaining({ windSpeedMs: null, rainTodayMm: null }),
      airC: -3.25,
      humidityPct: null,
      dewPointC: null,
      stationHpa: 1013.227,
      seaLevelHpa: 1016.2,
    });
    expect(observed({ ...row, outdoorC: null }, { indoors: true, pressure_offset_hpa: 0 }).airC).toBeNull();
  });

  it('of a board in the open is its own air, and the probe where that is not known', () => {
    const row = { ...measured, outdoorC: 17.9 };
    expect(observed(row, { indoors: false, pressure_offset_hpa: 0 })).toMatchObject({ airC: 18.4, humidityPct: 61 });
    const silent = observed({ ...row, temperatureC: null }, { indoors: false, pressure_offset_hpa: 0 });
    expect(silent).toMatchObject({ airC: 17.9, humidityPct: null, dewPointC: null });
  });

  it('has wind, rain and sun from a station indoors, too: they are always of the air outside, and so is the humidity beside its thermometer', () => {
    const row = { ...measured, outdoorC: 9, outside: () => ({ ...windy.outside, outdoorHumidityPct: 80 }) };
    const indoors = observed(row, { indoors: true, pressure_offset_hpa: 0 });
    expect(indoors).toMatchObject({ airC: 9, humidityPct: 80, outside: { windSpeedMs: 4.4704 } });
    expect(indoors.dewPointC).toBeCloseTo(5.7, 1);
    expect(observed({ ...row, outdoorC: null }, { indoors: true, pressure_offset_hpa: 0 })).toMatchObject({
      airC: null,
      humidityPct: null,
    });
  });
});
