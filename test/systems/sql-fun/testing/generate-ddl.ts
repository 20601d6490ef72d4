const SCHEMAS = ['public', 'sales', 'hr', '"Old Stuff"'];
const WORDS = 'account batch city device entry file group host item job key level'.split(' ');
const TYPES = [
  'smallint',
  'integer',
  'bigint',
  'numeric',
  'numeric(10,2)',
  'numeric(6,0)',
  'real',
  'double precision',
  'money',
  'text',
  'character varying',
  'character varying(40)',
  'character(8)',
  '"char"',
  'name',
  'boolean',
  'date',
  'time without time zone',
  'time(3) with time zone',
  'timestamp without time zone',
  'timestamp(0) without time zone',
  'timestamp with time zone',
  'timestamp(3) with time zone',
  'interval',
  'interval day to second(2)',
  'interval year to month',
  'bytea',
  'uuid',
  'json',
  'jsonb',
  'xml',
  'inet',
  'cidr',
  'macaddr',
  'bit(4)',
  'bit varying(16)',
  'point',
  'box',
  'tsvector',
  'tsquery',
  'int4range',
  'numrange',
  'tstzrange',
  'datemultirange',
  'oid',
  'regclass',
  'text[]',
  'integer[]',
  'character varying(20)[]',
  'numeric(8,3)[]',
  'timestamp(3) without time zone[]',
  'public.mood',
  'hr.grade',
  'hr.grade[]',
  'public.amount',
  'sales.code',
  'hr.person_name',
  '"Old Stuff"."Odd Type"',
];

const HEAD = `
CREATE SCHEMA sales;
CREATE SCHEMA hr;
CREATE SCHEMA "Old Stuff";
CREATE TYPE public.mood AS ENUM ('sad', 'ok', 'happy');
CREATE TYPE hr.grade AS ENUM ('a', 'b');
CREATE TYPE hr.person_name AS (first text, last character varying(30));
CREATE TYPE "Old Stuff"."Odd Type" AS ENUM ('x y', 'z');
CREATE DOMAIN public.amount AS numeric(12,4);
CREATE DOMAIN sales.code AS character varying(10) NOT NULL;
`;

interface Made {
  readonly name: string;
  readonly key: readonly { readonly name: string; readonly type: string }[];
}

/** A script that makes so many tables, with keys, views, partitions and inheritance among them. */
export function generateDdl(tables: number, random: Random): string {
  const made: Made[] = [];
  const statements: string[] = [];
  for (let n = 1; n <= tables; n++) {
    const table = nameOf(n, random);
    const parent = made.length > 0 && random.chance(60) ? random.pick(made) : undefined;
    const key = keyOf(n, random);
    statements.push(createTable(table, key, parent, random));
    made.push({ name: table, key });
    if (n % 25 === 0) statements.push(createPartitions(n, random));
    if (n % 20 === 0) statements.push(createChild(n, made[n - 2]!.name, random));
    if (n % 10 === 0) statements.push(createView(n, made[n - 1]!, made[n - 3]!));
    if (random.chance(10)) statements.push(`COMMENT ON TABLE ${table} IS 'table ''${n}'';';`);
  }
  return HEAD + statements.join('\n');
}

function nameOf(n: number, random: Random): string {
  const schema = random.pick(SCHEMAS);
  const word = random.pick(WORDS);
  return random.chance(8) ? `${schema}."${word} No. ${n}"` : `${schema}.${word}_${n}`;
}

function keyOf(n: number, random: Random): Made['key'] {
  if (random.chance(15)) {
    return [
      { name: 'region', type: 'character varying(12)' },
      { name: 'number', type: 'bigint' },
    ];
  }
  return [{ name: n % 7 === 0 ? '"Id"' : 'id', type: random.pick(['integer', 'bigint', 'uuid']) }];
}

function createTable(
  table: string,
  key: Made['key'],
  parent: Made | undefined,
  random: Random,
): string {
  const lines = key.map(({ name, type }) => {
    if (type === 'uuid' || key.length > 1) return `${name} ${type} NOT NULL`;
    if (random.chance(30)) return `${name} ${type} GENERATED ALWAYS AS IDENTITY`;
    return `${name} ${type === 'integer' ? 'serial' : 'bigserial'}`;
  });
  const count = 2 + random.below(12);
  for (let i = 1; i <= count; i++) {
    lines.push(`c${i} ${random.pick(TYPES)}${random.chance(30) ? ' NOT NULL' : ''}`);
  }
  lines.push(`made_at timestamp with time zone DEFAULT now() NOT NULL`);
  lines.push(`size integer DEFAULT (1 + 1) CHECK (size >= 0)`);
  if (random.chance(20)) lines.push('twice integer GENERATED ALWAYS AS (size * 2) STORED');
  const names = key.map(({ name }) => name).join(', ');
  lines.push(`PRIMARY KEY (${names})`);
  if (random.chance(25)) lines.push('UNIQUE (made_at, size)');
  if (parent !== undefined) {
    const columns = parent.key.map(({ type }, i) => `up_${i + 1} ${type}`);
    lines.splice(1, 0, ...columns);
    const own = parent.key.map((_, i) => `up_${i + 1}`).join(', ');
    const theirs = parent.key.map(({ name }) => name).join(', ');
    lines.push(`FOREIGN KEY (${own}) REFERENCES ${parent.name} (${theirs})`);
  }
  return `CREATE TABLE ${table} (\n  ${lines.join(',\n  ')}\n);`;
}

function createPartitions(n: number, random: Random): string {
  const type = random.pick(TYPES);
  return `
CREATE TABLE sales.parted_${n} (id integer NOT NULL, day date NOT NULL, c ${type}) PARTITION BY RANGE (day);
CREATE TABLE sales.parted_${n}_a PARTITION OF sales.parted_${n} FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
CREATE TABLE sales.parted_${n}_b PARTITION OF sales.parted_${n} DEFAULT;
ALTER TABLE sales.parted_${n} ADD PRIMARY KEY (id, day);`;
}

function createChild(n: number, parent: string, random: Random): string {
  return `CREATE TABLE hr.child_${n} (extra ${random.pick(TYPES)}) INHERITS (${parent});`;
}

function createView(n: number, a: Made, b: Made): string {
  return `CREATE VIEW sales.view_${n} AS SELECT a.*, b.size AS other_size, a.size + b.size AS both, count(*) OVER () AS n
    FROM ${a.name} a CROSS JOIN ${b.name} b;`;
}

/** Numbers that look random and are the same each time. */
export interface Random {
  /** A whole number from 0 up to, and without, `limit`. */
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
  /** True in so many cases of a hundred. */
  chance(percent: number): boolean;
}

/** A generator of 32 bits (xorshift). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0 || 1;
  const below = (limit: number) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % limit;
  };
  return {
    below,
    pick: (list) => list[below(list.length)]!,
    chance: (percent) => below(100) < percent,
  };
}
