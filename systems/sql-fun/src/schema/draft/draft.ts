import type { RangeVar, TypeName } from 'libpg-query';
import {
  CatalogBuilder,
  makeComposite,
  pgCatalog,
  redefine,
  resolveTypeName,
  type CastContext,
  type PgType,
  type TypeUse,
} from '../../pg/index.js';
import { qualifiedName, strings, type QualifiedName } from '../ast.js';
import type { SchemaProblem } from '../schema.js';
import { DraftNamespace } from './draft-namespace.js';
import { DraftRelation } from './draft-relation.js';
import { WrittenType } from './written-type.js';

/** Where temporary things are. They are gone when the dump has been read. */
export const TEMPORARY = 'pg_temp';

/** A type that is made of another one, which may come later. */
export interface LaterType {
  readonly of: WrittenType;
  readonly name: QualifiedName;
  readonly make: (use: TypeUse) => PgType;
}

export interface DraftOperator {
  readonly schema: string;
  readonly name: string;
  readonly left: WrittenType | undefined;
  readonly right: WrittenType;
  readonly function: readonly string[];
  readonly path: readonly string[];
  readonly line: number;
}

export interface DraftCast {
  readonly from: WrittenType;
  readonly to: WrittenType;
  readonly context: CastContext;
}

/** The schema as far as it has been read. */
export class Draft {
  readonly catalog = new CatalogBuilder(pgCatalog());
  readonly namespaces = new Map([['public', new DraftNamespace('public')]]);
  readonly extensions = new Set<string>();
  readonly problems: SchemaProblem[] = [];
  readonly written: WrittenType[] = [];
  readonly laterTypes: LaterType[] = [];
  readonly operators: DraftOperator[] = [];
  readonly casts: DraftCast[] = [];
  /** Of the statement that is being read. */
  line = 1;
  path: readonly string[] = ['public'];

  problem(message: string, line = this.line): void {
    this.problems.push({ message, line });
  }

  /** A namespace, which is made where the dump has left it out. */
  namespace(name: string): DraftNamespace {
    const known = this.namespaces.get(name);
    if (known !== undefined) return known;
    if (name !== TEMPORARY) this.problem(`schema "${name}" is not created before it is used`);
    const made = new DraftNamespace(name);
    this.namespaces.set(name, made);
    return made;
  }

  /** The schema in which something of that name is made. */
  schemaFor({ schema }: QualifiedName): string {
    if (schema !== undefined) return schema;
    const first = this.path.find((name) => name !== 'pg_catalog' && this.namespaces.has(name));
    return first ?? 'public';
  }

  /** The same for a relation, which may be temporary. */
  schemaOf({ schemaname, relpersistence }: RangeVar): string {
    if (relpersistence === 't') return TEMPORARY;
    return this.schemaFor({ schema: schemaname, name: '' });
  }

  find({ schema, name }: QualifiedName, path = this.path): DraftRelation | undefined {
    for (const each of schema === undefined ? [TEMPORARY, ...path] : [schema]) {
      const found = this.namespaces.get(each)?.relations.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The relation that a statement is about; that there is none is a problem unless it may be missing. */
  relation(range: RangeVar | undefined, mayBeMissing = false): DraftRelation | undefined {
    const name = rangeName(range);
    const found = this.find(name);
    if (found === undefined && !mayBeMissing) this.missing('relation', name);
    return found;
  }

  missing(what: string, { schema, name }: QualifiedName): void {
    this.problem(`${what} "${schema === undefined ? name : `${schema}.${name}`}" does not exist`);
  }

  /** Adds a relation with the type of its rows; undefined where there is one of that name already. */
  addRelation(
    kind: DraftRelation['kind'],
    schema: string,
    name: string,
  ): DraftRelation | undefined {
    const namespace = this.namespace(schema);
    const before = namespace.relations.get(name);
    if (before !== undefined) {
      this.problem(`"${schema}.${name}" already exists: it is created on line ${before.line}`);
      return undefined;
    }
    const relation = new DraftRelation(kind, makeComposite(schema, name), this.line);
    namespace.relations.set(name, relation);
    // Sequences are relations without a type.
    if (kind !== 'sequence') this.addRowType(relation.rowType);
    return relation;
  }

  addRowType(type: PgType): void {
    const { array, schema } = type;
    while (array !== undefined && this.#isOther(array, schema)) {
      redefine(array, { name: `_${array.name}` });
    }
    this.catalog.addType(type);
  }

  /** Adds a type that is no row. */
  addType(type: PgType): void {
    this.addRowType(type);
    const { types } = this.namespace(type.schema);
    types.set(type.name, type);
    if (type.multirange !== undefined) types.set(type.multirange.name, type.multirange);
  }

  /** A type as it is written here: looked up at once, and again in the end where there is none yet. */
  type(node: TypeName | undefined): WrittenType {
    const type = this.lookUp(node ?? {});
    if (type.use === undefined) this.written.push(type);
    return type;
  }

  /** The same for a type that is only compared. */
  lookUp(node: TypeName): WrittenType {
    const type = new WrittenType(node, this.path, this.line);
    this.resolve(type);
    return type;
  }

  resolve(type: WrittenType): boolean {
    type.use ??= this.#columnType(type) ?? resolveTypeName(type.node, this.catalog, type.path);
    return type.use !== undefined;
  }

  /** `users.email%TYPE`. */
  #columnType({ node, path }: WrittenType): TypeUse | undefined {
    if (node.pct_type !== true) return undefined;
    const parts = strings(node.names);
    const relation = this.find(qualifiedName(parts.slice(0, -1)), path);
    return relation?.column(parts.at(-1) ?? '')?.type.use;
  }

  #isOther(type: PgType, schema: string): boolean {
    const known = this.catalog.type(type.name, { schema });
    return known !== undefined && known !== type;
  }
}

export function rangeName(range: RangeVar | undefined): QualifiedName {
  return { schema: range?.schemaname, name: range?.relname ?? '' };
}
