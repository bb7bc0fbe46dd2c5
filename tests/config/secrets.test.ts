import { describe, expect, it } from 'vitest';
import { asMeant, hiddenIn, shownValue } from '../../src/config/secrets.ts';

it.each([
  ['https://hooks.example/services/KEY', 'https://hooks.example/•••'],
  ['https://hooks.example\\services\\KEY', 'https://hooks.example/•••'],
  ['https:\\\\hooks.example\\KEY', 'https:/•••'],
  ['https://hooks.example#KEY', 'https://hooks.example/•••'],
  ['https://hooks.example/?to=KEY#KEY', 'https://hooks.example/?to=•••'],
  ['https://hooks.example/', 'https://hooks.example/'],
  ['https://hooks.example', 'https://hooks.example'],
])('of the address of an alarm channel, %s, guests see %s', (address, shown) => {
  expect(shownValue('alarms.channels.webhook.url', address)).toBe(shown);
});

const ARGS = 'inputs.rtl433.args';
const MQTT = ['-F', 'mqtt://host:1883,user=a,pass=b c,retain=0'];

describe('arguments of a program', () => {
  it.each([
    [MQTT, ['-F', 'mqtt://host:1883/•••']],
    [['-Fmqtts://me:hush@host'], ['-Fmqtts://•••@host']],
    [
      ['-F', 'mqtt:host,user=a,pass=b c'],
      ['-F', 'mqtt:host,user=a,pass=•••'],
    ],
    [
      ['-F', 'influx://nas:8086/api/v2/write?org=o&bucket=b,token=t0ken'],
      ['-F', 'influx://nas:8086/•••'],
    ],
    [
      ['--password', 'two words', '--token=t0ken', '-e', 'MQTT_PASSWORD=x'],
      ['--password', '•••', '--token=•••', '-e', 'MQTT_PASSWORD=•••'],
    ],
  ])('%j: guests see no key in them', (args, shown) => expect(shownValue(ARGS, args)).toEqual(shown));

  it.each([
    [['-f', '868M', '-R', '40', '-p', '54']],
    [['-d', 'driver=rtlsdr,serial=0001', '-M', 'time:unix:utc', '-F', 'json']],
    [['-X', 'n=Meter,m=OOK_PWM,s=500,l=1000,r=2000,get=@0:{8}:id']],
    [['-d', 'rtl_tcp:192.168.1.5:1234', 'http://nas:8086/']],
  ])('%j: all others are shown', (args) => expect(shownValue(ARGS, args)).toBe(args));

  it('saved as they were shown they keep their keys, wherever the others go', () => {
    expect(asMeant(ARGS, ['-f', '868M', '-F', 'mqtt://host:1883/•••'], MQTT)).toEqual(['-f', '868M', ...MQTT]);
    expect(asMeant(ARGS, ['-F', 'mqtt://other:1883/•••'], MQTT)).toBeUndefined();
    const two = ['mqtt://h,pass=one', 'mqtt://h,pass=two'];
    expect(asMeant(ARGS, shownValue(ARGS, two), two)).toEqual(two);
    expect(asMeant(ARGS, ['mqtt://h/•••'], two)).toBeUndefined(); // which of them?
  });

  it('what is hidden of them is known, to be taken out of other texts', () => {
    expect(hiddenIn(ARGS, ['-F', 'mqtt://weather:1883,pass=hunter2'])).toEqual(['hunter2']);
    expect(hiddenIn(ARGS, ['-f', '868M'])).toEqual([]);
  });
});
