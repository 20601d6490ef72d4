import type { PgError } from '../engine/index.js';
import type { About } from './reasons.js';
import type { SyntaxNode } from './syntax.js';

/** One thing that is wrong with a statement. */
export interface FoundProblem extends About {
  readonly error: PgError;
  /** In UTF-16 units of the statement; undefined where it is not known. */
  readonly offset?: number;
  readonly node?: SyntaxNode;
  /** It could not be checked: a parameter has no type. */
  readonly unresolved?: true;
}
