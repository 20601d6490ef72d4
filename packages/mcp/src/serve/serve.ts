import type { StdioOptions } from '@errata/edges/stdio';
import type { GuardOptions } from '../guard/index.js';
import { productsOf, type ServedSdk } from './factory.js';

export interface ServeOptions extends GuardOptions {
  readonly stdio?: StdioOptions;
}

/** Something that is being served. */
export interface Serving {
  /** Settles when it has ended. */
  readonly closed: Promise<unknown>;
  close(): Promise<void>;
}

export async function serve(served: ServedSdk, options: ServeOptions = {}): Promise<Serving> {
  const { stdio = {}, ...guarding } = options;
  const products = await productsOf(served, guarding);
  // Loaded here, so that whoever only guards a server does not start with our edges.
  const { serveSdkOnStdio } = await import('./serve-stdio.js');
  return serveSdkOnStdio(products, guarding, stdio);
}
