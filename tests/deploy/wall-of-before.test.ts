import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { placed, put, scratch, scratchOfEach } from './scratch.ts';

scratchOfEach();

describe('the package over a wall of the script of before', () => {
  const OLD = 'home/ada/.local/share/weatherglass';
  const NEW = 'var/lib/weatherglass';
  const at = (path: string) => join(scratch, path);
  const read = (path: string) => readFileSync(at(path), 'utf8');
  beforeEach(() => {
    put('opt/weatherglass/station.json', '{"mode": "kiosk", "user": "ada"}');
    put(`${OLD}/weatherglass.db`, 'years of the wall');
    put(`${OLD}/weatherglass.db-wal`, 'and its last minutes');
    put('home/ada/.config/weatherglass/config.yaml', 'site: { name: Wall }');
    put('home/ada/.config/labwc/autostart', 'mine &\nours & # weatherglass\n');
    put('home/ada/.config/autostart/weatherglass-kiosk.desktop', '');
    for (const folder of [NEW, 'etc/weatherglass', 'run/systemd/system']) mkdirSync(at(folder), { recursive: true });
    put('bin/getent', `#!/bin/sh\necho ada:x:1000:1000::${at('home/ada')}:/bin/sh\n`);
    put('bin/chown', '#!/bin/sh\n');
    put('bin/systemctl', `#!/bin/sh\necho "$*" >>${at('told')}\n`);
  });
  const play = () => {
    const env = { PATH: `${at('bin')}:${process.env['PATH']}` };
    const { status, stderr } = spawnSync(placed('debian/weatherglass/usr/lib/weatherglass/set-up', 'set-up'), {
      encoding: 'utf8',
      env,
    });
    return { status, stderr, isOldThere: existsSync(at('opt/weatherglass')) };
  };

  it('copies its history and settings, and takes its start out of the session', () => {
    expect(play()).toMatchObject({ status: 0, stderr: expect.stringContaining('was copied to'), isOldThere: false });
    for (const folder of [OLD, NEW])
      expect(readdirSync(at(folder))).toEqual(['weatherglass.db', 'weatherglass.db-wal']);
    expect(read('etc/weatherglass/config.yaml')).toContain('Wall');
    expect(read('home/ada/.config/labwc/autostart')).toBe('mine &\n');
    expect(readdirSync(at('home/ada/.config/autostart'))).toEqual([]);
    expect(read('told')).toContain('--user -M ada@ stop');
  });
  it('sets an older history of a station without a window aside, and only that', () => {
    put(`${NEW}/weatherglass.db`, 'of before the wall');
    put(`${NEW}/backups/1.db`, '');
    put('etc/weatherglass/config.yaml', 'site: {name: Before}\n');
    utimesSync(at(`${NEW}/weatherglass.db`), 1_700_000_000, 1_700_000_000);
    expect(play().stderr).toContain(`is now in ${at(NEW)}/before-wall`);
    expect(read(`${NEW}/weatherglass.db`)).toBe('years of the wall');
    expect(read(`${NEW}/before-wall/weatherglass.db`)).toBe('of before the wall');
    expect(existsSync(at(`${NEW}/before-wall/backups/1.db`))).toBe(true);
    expect(read(`${NEW}/before-wall/config.yaml`)).toContain('Before');
    put('opt/weatherglass/station.json', '{"mode": "kiosk", "user": "ada"}'); // cut off before the program of before was gone
    expect(play()).toMatchObject({ status: 0, stderr: '' });
    expect(readdirSync(at(NEW)).sort()).toEqual(['before-wall', 'weatherglass.db', 'weatherglass.db-wal']);
  });
  it('leaves the wall alone, and changes nothing, where there is no room for the copy', () => {
    put('bin/df', '#!/bin/sh\nprintf "Filesystem 1024-blocks Used Available\\n/dev/x 9 9 0\\n"\n');
    expect(play()).toMatchObject({ status: 1, stderr: expect.stringContaining('no room'), isOldThere: true });
    expect(existsSync(at('told'))).toBe(false);
    expect(readdirSync(at(NEW))).toEqual([]);
  });
  it('counts what a copy that was cut off has left as room for the next', () => {
    put(`${NEW}/weatherglass.db.new`, 'half'.repeat(50_000));
    put('bin/df', '#!/bin/sh\nprintf "Filesystem 1024-blocks Used Available\\n/dev/x 9 9 0\\n"\n');
    expect(play()).toMatchObject({ status: 0, isOldThere: false });
    expect(read(`${NEW}/weatherglass.db`)).toBe('years of the wall');
  });
  it('copies nothing that somebody still writes to', () => {
    const writer = openSync(at(`${OLD}/weatherglass.db`), 'r+');
    try {
      expect(play()).toMatchObject({ status: 1, stderr: expect.stringContaining('still runs'), isOldThere: true });
      expect(readdirSync(at(NEW))).toEqual([]);
    } finally {
      closeSync(writer);
    }
    expect(play().status).toBe(0);
  });
  it('names a drop-in of the owner’s that starts the program of before', () => {
    put(
      'etc/systemd/system/weatherglass.service.d/own.conf',
      `[Service]\nExecStart=${at('opt/weatherglass/current/x')}\n`,
    );
    put('etc/systemd/system/weatherglass.service.d/other.conf', '[Service]\nNice=5\n');
    const named = play()
      .stderr.split('\n')
      .filter((line) => line.includes('daemon-reload'));
    expect(named).toEqual([expect.stringContaining('weatherglass.service.d/own.conf names')]);
  });
});
