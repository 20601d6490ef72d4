import { FULL_PRECISION, intervalFields } from './interval-fields.js';
import type { PgType } from './pg-type.js';
import { quoteIdentifier } from './quote-identifier.js';
import { isBuiltIn } from './type-parts.js';

export interface FormatOptions {
  /** Schemas whose types are written without them: `public` if nothing else is said, and always pg_catalog. */
  readonly path?: readonly string[];
}

/** What the standard calls them; the modifier goes where the space is doubled. */
const NAMES: Readonly<Record<string, string>> = {
  bit: 'bit',
  bool: 'boolean',
  bpchar: 'character',
  float4: 'real',
  float8: 'double precision',
  int2: 'smallint',
  int4: 'integer',
  int8: 'bigint',
  interval: 'interval',
  json: 'json',
  numeric: 'numeric',
  time: 'time  without time zone',
  timestamp: 'timestamp  without time zone',
  timestamptz: 'timestamp  with time zone',
  timetz: 'time  with time zone',
  varbit: 'bit varying',
  varchar: 'character varying',
};

/**
 * A type as PostgreSQL writes it: `character varying(40)`. A modifier of −1 says that there is none, which is written `bpchar`
 * where `character` would mean a length of 1; without a modifier nothing is known of it.
 */
export function formatType(type: PgType, typmod?: number, options: FormatOptions = {}): string {
  const { element } = type;
  if (type.kind === 'array' && element !== undefined && !isVector(type)) {
    return `${formatType(element, typmod, options)}[]`;
  }
  if (type.schema !== 'pg_catalog') return qualified(type, options);
  if (typmod === -1 && (type.name === 'bit' || type.name === 'bpchar')) {
    return quoteIdentifier(type.name);
  }
  const name = Object.hasOwn(NAMES, type.name) ? NAMES[type.name] : undefined;
  if (name === undefined) return quoteIdentifier(type.name);
  const modifier = typmod === undefined || typmod < 0 ? '' : modifierOf(type.name, typmod);
  const [head, tail] = name.split('  ');
  return tail === undefined ? head + modifier : `${head}${modifier} ${tail}`;
}

function modifierOf(name: string, typmod: number): string {
  if (name === 'varchar' || name === 'bpchar') return `(${typmod - 4})`;
  if (name === 'numeric') {
    const packed = typmod - 4;
    return `(${(packed >> 16) & 0xffff},${((packed & 0x7ff) ^ 1024) - 1024})`;
  }
  if (name !== 'interval') return `(${typmod})`;
  const precision = typmod & FULL_PRECISION;
  const seconds = precision === FULL_PRECISION ? '' : `(${precision})`;
  return intervalFields((typmod >> 16) & 0x7fff) + seconds;
}

function qualified({ schema, name }: PgType, { path = ['public'] }: FormatOptions): string {
  const quoted = quoteIdentifier(name);
  return path.includes(schema) ? quoted : `${quoteIdentifier(schema)}.${quoted}`;
}

function isVector(type: PgType): boolean {
  return isBuiltIn(type, 'int2vector') || isBuiltIn(type, 'oidvector');
}
