import { existsSync } from 'node:fs';
import type { PromisifiedBus } from 'i2c-bus';
import { expect, it } from 'vitest';
import { type I2cModule, openI2cBus } from '../../../../src/station/sensors/bus/i2c-bus.ts';
import { busFaults } from '../../../support/bus-faults.ts';

/**
 * The package as its source behaves: opening touches no device; a descriptor is kept per address from before that address was
 * selected, so that the call after a failed selection goes nowhere in particular, without an error.
 */
class PackageStandIn implements I2cModule {
  opened = 0;
  closedDescriptors = 0;
  running = 0;
  mostAtOnce = 0;
  readonly log: string[] = [];
  claimed = new Set<number>();
  failing: Error | null = null;
  bytesShort = 0;

  async openPromisified(): Promise<PromisifiedBus> {
    this.opened++;
    const descriptors = new Map<number, 'selected' | 'astray'>();
    const transfer = async <T>(address: number, say: string, result: T): Promise<T> => {
      this.running++;
      this.mostAtOnce = Math.max(this.mostAtOnce, this.running);
      await new Promise((resolve) => setImmediate(resolve));
      this.running--;
      if (!descriptors.has(address)) {
        descriptors.set(address, 'astray');
        if (this.claimed.has(address)) throw busFaults.claimed();
        descriptors.set(address, 'selected');
      }
      if (this.failing) throw this.failing;
      this.log.push(`${say}${descriptors.get(address) === 'astray' ? ' ASTRAY' : ''}`);
      return result;
    };
    const standIn: Partial<PromisifiedBus> = {
      readI2cBlock: (address, command, length, buffer) =>
        transfer(address, `read ${address.toString(16)}/${command.toString(16)}`, {
          bytesRead: length - this.bytesShort,
          buffer: buffer.fill(7),
        }),
      writeByte: (address, register, value) =>
        transfer(address, `write ${[address, register, value].map((n) => n.toString(16)).join('/')}`, undefined),
      i2cWrite: (address, length, buffer) =>
        transfer(address, `plain write ${address.toString(16)} ${length}`, { bytesWritten: length, buffer }),
      close: async () => {
        this.closedDescriptors += descriptors.size;
        descriptors.clear();
      },
    };
    return standIn as PromisifiedBus;
  }
}

const open = (standIn: PackageStandIn) => openI2cBus(1, async () => standIn);

it('never talks through the descriptor that a failed selection leaves behind', async () => {
  const standIn = new PackageStandIn();
  standIn.claimed.add(0x5f);
  const bus = await open(standIn);
  await expect(bus.readBlock(0x5f, 0x0f, 1)).rejects.toThrow('EBUSY');
  await expect(bus.readBlock(0x5f, 0x0f, 1)).rejects.toThrow('EBUSY');
  standIn.claimed.clear();
  expect(await bus.readBlock(0x5f, 0x0f, 2)).toEqual(Buffer.from([7, 7]));
  expect(standIn.log).toEqual(['read 5f/f']);
  expect(standIn.closedDescriptors).toBe(2);
});

it('leaves the descriptors of other addresses alone when one fails', async () => {
  const standIn = new PackageStandIn();
  standIn.claimed.add(0x5f);
  const bus = await open(standIn);
  await bus.readBlock(0x5c, 0x0f, 1);
  await expect(bus.writeByte(0x5f, 0x20, 0)).rejects.toThrow('EBUSY');
  await bus.readBlock(0x5c, 0x0f, 1);
  expect(standIn.opened).toBe(2);
});

it('makes one transfer at a time, in the order asked, also on first use of an address', async () => {
  const standIn = new PackageStandIn();
  const bus = await open(standIn);
  await Promise.all([
    bus.readBlock(0x5c, 0x27, 1),
    bus.writeByte(0x5c, 0x20, 0xc4),
    bus.write(0x46, new Uint8Array(193)),
    bus.readBlock(0x5c, 0xa8, 3),
  ]);
  expect(standIn.mostAtOnce).toBe(1);
  expect(standIn.log).toEqual(['read 5c/27', 'write 5c/20/c4', 'plain write 46 193', 'read 5c/a8']);
});

it('goes on with the queue after a failure, and hands the failure to its caller alone', async () => {
  const standIn = new PackageStandIn();
  const bus = await open(standIn);
  standIn.failing = busFaults.nack();
  const failing = bus.readBlock(0x1c, 0x0f, 1);
  const next = failing.catch(() => {
    standIn.failing = null;
    return bus.readBlock(0x6a, 0x0f, 1);
  });
  await expect(failing).rejects.toMatchObject({ errno: 121 });
  expect(await next).toHaveLength(1);
});

it('gives only the bytes that came', async () => {
  const standIn = new PackageStandIn();
  standIn.bytesShort = 2;
  expect(await (await open(standIn)).readBlock(0x5f, 0xa7, 5)).toHaveLength(3);
});

it('closes every descriptor after the transfers already asked for, and makes no more', async () => {
  const standIn = new PackageStandIn();
  const bus = await open(standIn);
  const last = bus.readBlock(0x5f, 0x0f, 1);
  await bus.writeByte(0x5c, 0x20, 0);
  await bus.close();
  await expect(last).resolves.toHaveLength(1);
  expect(standIn.closedDescriptors).toBe(2);
  await expect(bus.readBlock(0x5f, 0x0f, 1)).rejects.toThrow('closed');
});

it('finds the real package in this runtime, and no bus where the machine has none', async (context) => {
  if (!existsSync('node_modules/i2c-bus/lib/binding')) {
    console.warn('SKIPPED: i2c-bus is not compiled here; "npm run build:native" does it, with python3, make and g++');
    return context.skip();
  }
  const bus = await openI2cBus(63);
  await expect(bus.readBlock(0x5f, 0x0f, 1)).rejects.toMatchObject({ code: 'ENOENT' });
  await bus.close();
});
