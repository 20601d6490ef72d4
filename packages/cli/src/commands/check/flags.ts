import type { Era } from '@errata/core';

/** What can be said to `errata check`. */
export interface CheckFlags {
  readonly era?: Era[];
  readonly plain?: boolean;
  readonly method?: string;
  readonly params?: string;
  readonly contract?: string;
  readonly allowWrites?: boolean;
  readonly call?: string[];
  readonly allowHost?: string[];
  readonly header?: string[];
  readonly cwd?: string;
  readonly timeout?: number;
  readonly only?: string[];
  readonly strict?: boolean;
  readonly verbose?: boolean;
  readonly list?: boolean;
  readonly json?: boolean;
  readonly junit?: string;
  readonly sarif?: string;
  readonly html?: string;
  readonly baseline?: string;
  readonly writeBaseline?: string;
}
