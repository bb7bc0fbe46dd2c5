// In place of rtl_433: prints recorded lines and fails in the ways of the real one. Arguments: how, and a file of lines.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const [how, file] = process.argv.slice(2);
const forever = () => setInterval(() => {}, 1e6);
const noise = 'rtl_433 version 22.11\nRegistered 191 out of 223 device decoding protocols\n';
process.stderr.write(noise);
const good =
  '{"time" : "1795408341", "model" : "Nexus-TH", "id" : 7, "channel" : 1, "temperature_C" : 4.5, "humidity" : 80}\n';

const ways = {
  /** All lines, in odd pieces, and it goes on. */
  lines: async () => {
    const text = readFileSync(file, 'utf8');
    for (let at = 0; at < text.length; at += 777) {
      process.stdout.write(text.slice(at, at + 777));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    forever();
  },
  /** A sensor that measures twice a second. */
  steady: () => {
    let n = 0;
    const line = () =>
      `${JSON.stringify({ model: 'Fineoffset-WH24', id: 9, battery_ok: 1, wind_avg_m_s: 1.5, wind_max_m_s: 2.5, temperature_C: 4 + (n++ % 9) / 10 })}\n`;
    setInterval(() => process.stdout.write(line()), 500);
  },
  'no-receiver': () => {
    process.stderr.write('No supported devices found.\n');
    process.exitCode = 2;
  },
  busy: () => {
    process.stderr.write('usb_claim_interface error -6\n');
    process.exitCode = 1;
  },
  crash: () => {
    process.stdout.write(good);
    process.stdout.write('{"model" : "half a li', () => process.kill(process.pid, 'SIGSEGV'));
  },
  /** Ends once at once, then lives. */
  'second-time': () => {
    let starts = 0;
    try {
      starts = Number(readFileSync(file, 'utf8'));
    } catch {
      // the first one
    }
    writeFileSync(file, String(starts + 1));
    if (starts === 0) process.exitCode = 3;
    else {
      process.stdout.write(good);
      forever();
    }
  },
  /** One line without an end. */
  endless: () => {
    process.stdout.write(good);
    const more = () => process.stdout.write('x'.repeat(65_536), more);
    more();
  },
  flood: () => {
    const more = () => process.stdout.write(good.repeat(500), more);
    more();
  },
  rubbish: () => {
    process.stdout.write(Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * 37) % 256)));
    process.stderr.write('y'.repeat(1e6));
    process.stdout.write(`\nInput format invalid\n${good}`);
    forever();
  },
  /** Hears no request to end, and has a child of its own. */
  stubborn: () => {
    process.on('SIGTERM', () => {});
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
    writeFileSync(file, `${process.pid} ${child.pid}`);
    process.stdout.write(good);
    forever();
  },
};
await ways[how]();
