import { programOf } from '@errata/testing';
import { beforeAll } from 'vitest';

/** A program, built from its source before the tests of a file. Gives its path. */
export function builtProgram(source: URL): () => string {
  let file: string;
  beforeAll(async () => {
    file = await programOf(source);
  });
  return () => file;
}
