import type { JsonSchema } from '@errata/kit';
import type { LeftOut } from '../dump/index.js';
import { COUNT, object, TEXT } from './json-schemas.js';

/** Something of a dump that is not in the database, or not as it should be. */
export type ToldLeftOut = Omit<LeftOut, 'line'> & { readonly line?: number };

export const LEFT_OUT: JsonSchema = object(
  {
    severity: {
      enum: ['error', 'note'],
      description: 'An error is something that PostgreSQL refuses; a note is left out by design.',
    },
    message: TEXT,
    name: { ...TEXT, description: 'The object.' },
    line: { ...COUNT, description: 'Of the dump, from 1: where the statement begins.' },
  },
  ['name', 'line'],
);
