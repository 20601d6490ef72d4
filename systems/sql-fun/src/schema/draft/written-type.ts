import type { Node, TypeName } from 'libpg-query';
import { formatType, quoteIdentifier, type PgType, type TypeUse } from '../../pg/index.js';
import { strings } from '../ast.js';

/** A type as the dump writes it. What it means may be said only later in the dump. */
export class WrittenType {
  readonly node: TypeName;
  /** Where its name is looked for. */
  readonly path: readonly string[];
  readonly line: number;
  use: TypeUse | undefined;

  constructor(node: TypeName, path: readonly string[], line: number, use?: TypeUse) {
    this.node = node;
    this.path = path;
    this.line = line;
    this.use = use;
  }

  /** In PostgreSQL's spelling where the type is known, otherwise as it is written. */
  get text(): string {
    return this.use === undefined ? spell(this.node) : formatType(this.use.type, this.use.typmod);
  }

  /** Whether both mean the same type, modifiers not counted. */
  isSameAs(other: WrittenType): boolean {
    if (this.use !== undefined && other.use !== undefined) return this.use.type === other.use.type;
    return this.text === other.text;
  }
}

/** A type that is known without being written: the columns of a sequence. */
export function knownType(type: PgType): WrittenType {
  return new WrittenType({}, [], 0, { type, typmod: -1 });
}

/** Schemas that PostgreSQL does not write. */
const IMPLIED: ReadonlySet<string> = new Set(['pg_catalog', 'public']);

function spell({ names, pct_type, typmods, arrayBounds }: TypeName): string {
  const parts = strings(names);
  const name = (IMPLIED.has(parts[0] ?? '') ? parts.slice(1) : parts)
    .map(quoteIdentifier)
    .join('.');
  const modifiers = (typmods ?? []).map(spellModifier);
  return (
    name +
    (pct_type === true ? '%TYPE' : '') +
    (modifiers.length > 0 ? `(${modifiers.join(',')})` : '') +
    '[]'.repeat(arrayBounds?.length ?? 0)
  );
}

function spellModifier(node: Node): string {
  if ('ColumnRef' in node) return strings(node.ColumnRef.fields).join('.');
  if (!('A_Const' in node)) return '…';
  const { sval, fval, ival } = node.A_Const;
  return sval === undefined ? (fval?.fval ?? String(ival?.ival ?? 0)) : `'${sval.sval ?? ''}'`;
}
