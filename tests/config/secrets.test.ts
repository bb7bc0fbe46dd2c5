import { describe, expect, it } from 'vitest';
import { asMeant, hiddenIn, quoted, shownValue } from '../../src/config/secrets.ts';

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

it.each(['mqtt.username', 'inputs.mqtt.username', 'alarms.channels.email.user'])(
  'the name of a login is hidden and kept when it is saved as it was shown: %s',
  (key) => {
    expect([shownValue(key, 'homeassistant'), shownValue(key, null)]).toEqual(['•••', null]);
    expect([asMeant(key, '•••', 'anna'), asMeant(key, 'otto', 'anna')]).toEqual(['anna', 'otto']);
    expect(asMeant(key, '•••', null)).toBeUndefined();
    expect(hiddenIn(key, 'homeassistant')).toEqual([]);
  },
);

const ARGS = 'inputs.rtl433.args';
const RTL = 'rtl_433';
const MQTT = ['-F', 'mqtt://host:1883,user=a,pass=b c,retain=0'];

describe('arguments of a program', () => {
  it.each([
    [MQTT, ['-F', 'mqtt://host:1883/•••']],
    [['-Fmqtts://me:hush@host'], ['-Fmqtts://•••@host']],
    [
      ['-F', 'mqtt:host,user=a,pass=b c'],
      ['-F', 'mqtt:host,user=•••'],
    ],
    [
      ['-F', 'mqtt:host,pass=b c', '-K', 'PATH', '-K', 'attic'], // tags for every line
      ['-F', 'mqtt:host,pass=•••', '-K', 'PATH', '-K', 'attic'],
    ],
    [
      ['-F', 'influx://nas:8086/api/v2/write?org=o&bucket=b,token=t0ken'],
      ['-F', 'influx://nas:8086/•••'],
    ],
    [
      ['--password', 'two words', '--token=t0ken', '-e', 'MQTT_PASSWORD=x'],
      ['--password', '•••', '--token=•••', '-e', 'MQTT_PASSWORD=•••'],
    ],
  ])('%j: guests see no key in them', (args, shown) => expect(shownValue(ARGS, args, RTL)).toEqual(shown));

  it.each([
    [['-f', '868M', '-R', '40', '-p', '54']],
    [['-d', 'driver=rtlsdr,serial=0001', '-M', 'time:unix:utc', '-F', 'json']],
    [['-X', 'n=Meter,m=OOK_PWM,s=500,l=1000,r=2000,get=@0:{8}:id']],
    [['-d', 'rtl_tcp:192.168.1.5:1234', 'http://nas:8086/']],
  ])('%j: all others are shown', (args) => expect(shownValue(ARGS, args, RTL)).toBe(args));

  it.each([
    ['/usr/bin/sshpass', ['-p', 'secret', '-v', 'ssh', 'nas'], ['-p', '•••', '-v', '•••', '•••']],
    ['curl', ['-u', 'user:secret', '-H', 'Authorization: Bearer abc'], ['-u', '•••', '-H', '•••']],
    ['mosquitto_sub', ['-P', 'secret', '-uanna', '--pw=secret', '--'], ['-P', '•••', '-u•••', '--pw=•••', '•••']],
    ['not_rtl_433', ['-f', '868M'], ['-f', '•••']],
    [undefined, ['-f', '868M'], ['-f', '•••']],
  ])('of %s are shown as the names of its options alone: %j', (command, args, shown) =>
    expect(shownValue(ARGS, args, command)).toEqual(shown),
  );

  it('saved as they were shown they keep their keys, wherever the others go', () => {
    expect(asMeant(ARGS, ['-f', '868M', '-F', 'mqtt://host:1883/•••'], MQTT, RTL)).toEqual(['-f', '868M', ...MQTT]);
    expect(asMeant(ARGS, ['-F', 'mqtt://other:1883/•••'], MQTT, RTL)).toBeUndefined();
    const two = ['mqtt://h,pass=one', 'mqtt://h,pass=two'];
    expect(asMeant(ARGS, shownValue(ARGS, two, RTL), two, RTL)).toEqual(two);
    expect(asMeant(ARGS, ['mqtt://h/•••'], two, RTL)).toBeUndefined(); // which of them?
  });

  it('keep each its own key when pairs change places, and none behind another option', () => {
    const pairs = ['--mqtt-password', 'A', '--http-password', 'B'];
    for (const command of [RTL, 'relay']) {
      const meant = (...sent: string[]) => asMeant(ARGS, sent, pairs, command);
      expect(meant('--http-password', '•••', '--mqtt-password', '•••')).toEqual([
        ...pairs.slice(2),
        ...pairs.slice(0, 2),
      ]);
      expect(meant('--http-password', '•••')).toEqual(pairs.slice(2));
      expect(meant('--mqtt-password', '•••', '--other-password', '•••')).toBeUndefined();
      expect(meant('--mqtt-password', '•••', '--mqtt-password', '•••')).toBeUndefined();
    }
    const runs = ['--a', 'A1', 'A2', '--b', 'B1', 'B2'];
    expect(asMeant(ARGS, ['--b', '•••', '•••', '--a', '•••', '•••'], runs, 'relay')).toEqual([
      ...runs.slice(3),
      ...runs.slice(0, 3),
    ]);
    const alike = ['--host', 'h1', '--key', 'A', '--host', 'h2', '--key', 'B'];
    const shown = shownValue(ARGS, alike, 'relay') as string[];
    expect(asMeant(ARGS, shown, alike, 'relay')).toEqual(alike);
    expect(asMeant(ARGS, ['-v', ...shown], alike, 'relay')).toBeUndefined();
  });

  it('what is hidden of them is known, to be taken out of other texts', () => {
    for (const broker of ['mqtt:nas', 'mqtt://nas:1883'])
      expect(hiddenIn(ARGS, ['-F', `${broker},user=weather,pass=hunter2`], RTL)).toEqual(['hunter2']); // no name of a login
    expect(hiddenIn(ARGS, ['-F', 'mqtt://weather:1883,pass=hunter2'], RTL)).toEqual(['hunter2']);
    expect(hiddenIn(ARGS, ['-f', '868M'], RTL)).toEqual([]);
    expect(hiddenIn(ARGS, ['--password', 'two words'], RTL)).toEqual(['two words']);
    expect(hiddenIn(ARGS, ['/opt/weatherglass/relay', '-t', 'x'], 'python3')).toEqual(['/opt/weatherglass/relay']);
  });
});

it.each([
  [Number.NaN, 'NaN'],
  [null, 'null'],
  [true, 'true'],
  [91.5, '91.5'],
])('a refused %j is quoted as what it is', (value, shown) => {
  expect(quoted(['site', 'latitude'], value)).toBe(shown);
});
