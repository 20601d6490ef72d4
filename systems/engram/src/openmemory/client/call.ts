import type { z } from 'zod';

/** What a call does where it succeeds, which decides what a failed one may have done. */
export type CallKind = 'read' | 'write';

/** Something that is asked of OpenMemory, and what its answer must look like. */
export interface Call<T> {
  readonly kind: CallKind;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly schema: z.ZodType<T>;
}
