import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPrograms } from '@errata/system/testing';

/** A program on disk. */
export interface BuiltShop {
  readonly file: string;
  remove(): Promise<void>;
}

/** The shop as a program. */
export async function buildShop(): Promise<BuiltShop> {
  const source = fileURLToPath(new URL('./shop-server.ts', import.meta.url));
  const { folder, remove } = await buildPrograms({ shop: source });
  return { file: join(folder, 'shop.mjs'), remove };
}
