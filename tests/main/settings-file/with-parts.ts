import { z } from 'zod';
import type * as config from '../../../src/config/config.ts';

const network = z
  .strictObject({
    enabled: z.boolean().default(false),
    id: z.string().max(40).nullable().default(null),
    key: z.string().max(80).nullable().default(null).meta({ secret: true }),
    every_s: z.int().min(60).max(3600).default(300),
  })
  .prefault({});

const uploads = z
  .strictObject({
    hourly: z.boolean().default(true),
    testnet: network,
    othernet: network,
  })
  .prefault({});

/** The real schema, and a section that has parts: names that no real section will ever bear. */
export async function withParts(original: () => Promise<unknown>): Promise<typeof config> {
  const real = (await original()) as typeof config;
  return { ...real, Config: real.Config.extend({ test_uploads: uploads }) as unknown as typeof real.Config };
}
