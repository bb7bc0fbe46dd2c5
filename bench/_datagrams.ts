// Sender of datagrams in a process of its own: `node bench/_datagrams.ts KIND PORT`. Asked "how often", it answers how many it has sent.
import { createSocket } from 'node:dgram';

const [kind = '', port = ''] = process.argv.slice(2);

const observation = (serial: string, atS: number): Buffer =>
  Buffer.from(
    JSON.stringify({
      serial_number: serial,
      type: 'obs_st',
      obs: [[atS, 0, 1, 2, 90, 3, 1000, 10, 50, 100, 1, 3, 0.1, 1, 0, 0, 2.6, 1]],
    }),
  );
const rubbish = Buffer.from(Array.from({ length: 1400 }, (_, n) => (n * 37) % 256));

/** What comes n-th, and from how many addresses. */
const KINDS: Record<string, { from: number; datagram: (n: number) => Buffer }> = {
  one: { from: 1, datagram: (n) => observation('ST-1', n) },
  serials: { from: 1, datagram: (n) => observation(`ST-${n}`, n) },
  addresses: { from: 200, datagram: (n) => observation(`ST-${n}`, n) },
  rubbish: { from: 1, datagram: () => rubbish },
  huge: { from: 1, datagram: () => Buffer.alloc(60_000, 120) },
};

const { from, datagram } = KINDS[kind]!;
const sockets = Array.from({ length: from }, (_, n) => createSocket('udp4').bind(0, `127.0.1.${n + 1}`));
let sent = 0;
function send(): void {
  sockets[sent % from]!.send(datagram(sent), Number(port), '127.0.0.1', () => {
    sent += 1;
    // Turns of the loop in between: the parent may ask.
    if (sent % 64 === 0) setImmediate(send);
    else send();
  });
}
process.on('message', () => process.send!(sent));
send();
