import { describe, expect, it } from 'vitest';
import { cwopPacket } from '../../../src/connections/uploads/cwop.ts';
import { NOTHING_OUTSIDE, type Observation } from '../../../src/connections/uploads/observation.ts';
import { openSenseMapRequest, sensorsOf } from '../../../src/connections/uploads/opensensemap.ts';
import { measurementsRequest, registration } from '../../../src/connections/uploads/openweathermap.ts';
import { sensorCommunityRequest } from '../../../src/connections/uploads/sensorcommunity.ts';
import { windyRequest } from '../../../src/connections/uploads/windy.ts';
import { wowbeRequest } from '../../../src/connections/uploads/wowbe.ts';
import { wundergroundRequest } from '../../../src/connections/uploads/wunderground.ts';
import { observation, sender, windy } from './sample-station.ts';

describe('wind, rain and sun', () => {
  it('go to each network in its own units', () => {
    expect(wundergroundRequest(windy, sender('K')).url).toContain(
      '&baromin=30.008&windspeedmph=10.0&windgustmph=20.0&winddir=360&rainin=0.100&dailyrainin=0.500&solarradiation=512.4&UV=3.2&',
    );
    expect(cwopPacket(windy, sender('CW0003'), null)).toContain('_360/010g020t065r010p...P050h61b');
    expect(windyRequest(windy, sender('id')).url).toContain('&wind=4.5&gust=8.9&winddir=0&precip=2.54&uv=3.2&');
    expect(JSON.stringify(measurementsRequest([windy], 'id', sender('n')))).toContain('rain_1h');
  });
});

describe('Weather Underground', () => {
  it('is asked in its own words', () => {
    expect(wundergroundRequest(observation, sender('KCPH1', 'a b&c')).url).toBe(
      'https://weatherstation.wunderground.com/weatherstation/updateweatherstation.php' +
        '?ID=KCPH1&PASSWORD=a%20b%26c&action=updateraw&dateutc=2026-06-01%2012%3A05%3A00' +
        '&tempf=65.1&humidity=61&dewptf=51.3&baromin=30.008&softwaretype=weatherglass-1.0',
    );
  });

  it('is told what WeeWX tells it of the same record', () => {
    const record: Observation = {
      tS: 1_521_702_000,
      airC: ((20 - 32) * 5) / 9,
      humidityPct: null,
      dewPointC: null,
      outside: NOTHING_OUTSIDE,
      stationHpa: null,
      seaLevelHpa: 30.1 / 0.0295299875,
    };
    const asked = new URL(wundergroundRequest(record, sender('KBZABCDEF3', 'somepassword')).url);
    expect(asked.search).toContain('dateutc=2018-03-22%2007%3A00%3A00');
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      action: 'updateraw',
      ID: 'KBZABCDEF3',
      PASSWORD: 'somepassword',
      softwaretype: 'weatherglass-1.0',
      dateutc: '2018-03-22 07:00:00',
      baromin: '30.100',
      tempf: '20.0',
    });
  });
});

describe('Windy', () => {
  it('gets pressure in Pa, and the password in a header alone', () => {
    const request = windyRequest(observation, sender('f01ab2c3', 'pass word'));
    expect(request.url).toBe(
      'https://stations.windy.com/api/v2/observation/update' +
        '?id=f01ab2c3&ts=1780315500&temp=18.4&rh=61&dewpoint=10.7&pressure=101620&softwaretype=weatherglass-1.0',
    );
    expect(request.headers['authorization']).toBe('Bearer pass word');
  });
});

describe('WOW-BE', () => {
  it('is told in its own dialect, as JSON', () => {
    const request = wowbeRequest(observation, sender('6dd3a7e7-1a00-49a9-9b5f-6a8a3d0e3d5b', '123456'));
    expect([request.method, request.url]).toEqual(['POST', 'https://wow.meteo.be/api/v2/send']);
    expect(JSON.parse(request.body!)).toEqual({
      siteid: '6dd3a7e7-1a00-49a9-9b5f-6a8a3d0e3d5b',
      siteAuthenticationKey: '123456',
      dateutc: '2026-06-01 12:05:00',
      tempf: '65.1',
      humidity: '61',
      dewptf: '51.3',
      baromin: '30.008',
      softwaretype: 'weatherglass-1.0',
    });
  });

  it('is told how hard it rains, where others are told what fell in an hour', () => {
    const rain = (rainRateMmH: number | null) => {
      const outside = { ...windy.outside, rainRateMmH };
      return JSON.parse(wowbeRequest({ ...windy, outside }, sender('site', 'key')).body!);
    };
    expect(rain(25.4)).toMatchObject({ rainin: '1.000', dailyrainin: '0.500' });
    expect(rain(0)).toMatchObject({ rainin: '0.000', dailyrainin: '0.500' });
    expect(rain(null)).not.toHaveProperty('rainin');
  });

  it('gets the pressure of the station where sea level is not known', () => {
    const request = wowbeRequest({ ...observation, seaLevelHpa: null }, sender('site', 'key'));
    expect(JSON.parse(request.body!)).toMatchObject({ absbaromin: '29.921' });
    expect(request.body).not.toContain('"baromin"');
  });
});

describe('OpenWeatherMap', () => {
  it('registers a station and is told measurements in °C, hPa and %', () => {
    const from = sender('home', 'k');
    const request = measurementsRequest([observation], '583436dd9643a9000196b8d6', from);
    expect(request.url).toBe('https://api.openweathermap.org/data/3.0/measurements?appid=k');
    expect(JSON.parse(request.body!)).toEqual([
      {
        station_id: '583436dd9643a9000196b8d6',
        dt: 1_780_315_500,
        temperature: 18.4,
        pressure: 1016.2,
        humidity: 61,
        dew_point: 10.7,
      },
    ]);
    expect(JSON.parse(registration(from).body!)).toEqual({
      external_id: 'home',
      name: 'Copenhagen',
      latitude: 55.6761,
      longitude: 12.5683,
      altitude: 25,
    });
  });
});

describe('openSenseMap', () => {
  const box = {
    sensors: [
      { _id: 'a1', title: 'Bodenfeuchte', unit: '%' },
      { _id: 'a2', title: 'Temperatur', unit: '°C' },
      { _id: 'a3', title: 'rel. Luftfeuchte', unit: '%' },
      { _id: 'a4', title: 'Luftdruck', unit: 'Pa' },
    ],
  };

  it('is told each value under the sensor of the box, in its unit', () => {
    const sensors = sensorsOf(box)!;
    expect(sensors).toMatchObject({ temperature: 'a2', humidity: 'a3', pressure: { id: 'a4', perHpa: 100 } });
    const request = openSenseMapRequest([observation], sensors, sender('5f2b', 'token'));
    expect(request.url).toBe('https://api.opensensemap.org/boxes/5f2b/data');
    expect(request.headers['authorization']).toBe('token');
    const createdAt = '2026-06-01T12:05:00.000Z';
    expect(JSON.parse(request.body!)).toEqual([
      { sensor: 'a2', value: '18.40', createdAt },
      { sensor: 'a3', value: '61.0', createdAt },
      { sensor: 'a4', value: '101322.70', createdAt },
    ]);
  });

  it('is told wind, rain, sun and UV where the box has sensors for them, in its units', () => {
    const sensors = sensorsOf({
      sensors: [
        { _id: 'w', title: 'Windgeschwindigkeit', unit: 'km/h' },
        { _id: 'g', title: 'Windböe', unit: 'km/h' },
        { _id: 'd', title: 'Wind direction', unit: '°' },
        { _id: 'r', title: 'Niederschlag', unit: 'mm/h' },
        { _id: 's', title: 'Solar radiation', unit: 'W/m²' },
        { _id: 'u', title: 'UV-Index', unit: '' },
        { _id: 'x', title: 'UV-Intensität', unit: 'μW/cm²' },
      ],
    })!;
    const outside = {
      ...NOTHING_OUTSIDE,
      windSpeedMs: 2.5,
      windDirectionDeg: 271.4,
      rainHourMm: 0.6,
      solarWm2: 412.2,
      uvIndex: 3.4,
    };
    const request = openSenseMapRequest([{ ...observation, outside }], sensors, sender('b', 't'));
    expect(JSON.parse(request.body!).map(({ sensor, value }: Record<string, string>) => `${sensor} ${value}`)).toEqual([
      'w 9.00',
      'd 271',
      'r 0.60',
      's 412',
      'u 3.4',
    ]);
  });

  it('is told hPa where the box wants them', () => {
    const sensors = sensorsOf({ sensors: [{ _id: 'p', title: 'Air pressure', unit: 'hPa' }] })!;
    expect(openSenseMapRequest([observation], sensors, sender('b', 't')).body).toContain('"value":"1013.23"');
  });
});

describe('Sensor.Community', () => {
  it('is told as a BME280, pressure of the station in Pa, without a time', () => {
    const request = sensorCommunityRequest(observation, sender('raspi-00000000a3b2c1d0'));
    expect(request.url).toBe('https://api.sensor.community/v1/push-sensor-data/');
    expect(request.headers).toMatchObject({ 'x-sensor': 'raspi-00000000a3b2c1d0', 'x-pin': '11' });
    expect(JSON.parse(request.body!)).toEqual({
      software_version: 'weatherglass-1.0',
      sensordatavalues: [
        { value_type: 'temperature', value: '18.40' },
        { value_type: 'humidity', value: '61.0' },
        { value_type: 'pressure', value: '101323' },
      ],
    });
  });
});
