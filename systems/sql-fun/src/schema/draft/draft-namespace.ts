import type { PgType } from '../../pg/index.js';
import type { DraftIndex, DraftRelation } from './draft-relation.js';
import type { DraftRoutine } from './draft-routine.js';

/** What a schema (namespace) has so far. */
export class DraftNamespace {
  name: string;
  comment: string | undefined;
  /** Relations and composite types, which have their names in common. */
  readonly relations = new Map<string, DraftRelation>();
  readonly indexes = new Map<string, DraftIndex>();
  /** Types that are no rows. */
  readonly types = new Map<string, PgType>();
  readonly routines = new Map<string, DraftRoutine[]>();

  constructor(name: string) {
    this.name = name;
  }

  /** Whether a relation or an index has the name. */
  isTaken(name: string): boolean {
    return this.relations.has(name) || this.indexes.has(name);
  }
}
