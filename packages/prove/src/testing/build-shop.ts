import { programOf } from '@errata/system/testing';

/** The shop as a program: its path. */
export const buildShop = (): Promise<string> =>
  programOf(new URL('./shop-server.ts', import.meta.url));
