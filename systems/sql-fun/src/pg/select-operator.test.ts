import { describe, expect, it } from 'vitest';
import { formatType, selectOperator, type Lookup } from './index.js';
import { typeIn, zooCatalog } from './testing/zoo.js';

const catalog = zooCatalog();
const at = (name: string) => typeIn(catalog, name);

function choose(text: string, where: Lookup = { path: ['public'] }): string {
  const parts = text.split(' ');
  const [left, name, right] = parts.length === 3 ? parts : [undefined, ...parts];
  const choice = selectOperator(
    catalog,
    name!,
    where,
    left === undefined ? left : at(left),
    at(right!),
  );
  if (choice.kind === 'none') return choice.exists ? 'none' : 'unheard';
  if (choice.kind === 'ambiguous') return choice.kind;
  const operands = [choice.left, choice.right].flatMap((type) => type?.name ?? []);
  return `${operands.join(' ')}: ${formatType(choice.result)}`;
}

describe('an operator', () => {
  it.each([
    ['int4 + int4', 'int4 int4: integer'],
    ['int4 + int8', 'int4 int8: bigint'],
    ['int2 + numeric', 'numeric numeric: numeric'],
    ['int4 + unknown', 'int4 int4: integer'],
    ['posint + unknown', 'int4 int4: integer'],
    ['posint + deep', 'int4 int4: integer'],
    ['date + int4', 'date int4: date'],
    ['date + unknown', 'ambiguous'],
    ['date - unknown', 'date date: integer'],
    ['timestamptz - interval', 'timestamptz interval: timestamp with time zone'],
    ['unknown + unknown', 'ambiguous'],
    ['text + int4', 'none'],
    ['varchar = unknown', 'text text: boolean'],
    ['label = unknown', 'text text: boolean'],
    ['mood = unknown', 'mood mood: boolean'],
    ['mood = text', 'none'],
    ['unknown = unknown', 'text text: boolean'],
    ['int4 = text', 'none'],
    ['_int4 = unknown', '_int4 _int4: boolean'],
    ['_int4 = _int8', 'none'],
    ['ints = _int4', '_int4 _int4: boolean'],
    ['pair = record', 'record record: boolean'],
    ['text || int4', 'text int4: text'],
    ['unknown || unknown', 'text text: text'],
    ['_int4 || int8', '_int8 int8: bigint[]'],
    ['_int4 || unknown', '_int4 _int4: integer[]'],
    ['jsonb || unknown', 'jsonb jsonb: jsonb'],
    ['jsonb -> unknown', 'jsonb text: jsonb'],
    ['jsonb ->> int4', 'jsonb int4: text'],
    ['char || text', 'ambiguous'],
    ['int4range @> int4', 'int4range int4: boolean'],
    ['int4range @> unknown', 'int4range int4range: boolean'],
    ['- int4', 'int4: integer'],
    ['- unknown', 'ambiguous'],
    ['- text', 'none'],
    ['int4 === int4', 'unheard'],
  ])('%s is %s', (text, choice) => {
    expect(choose(text)).toBe(choice);
  });

  it('is looked for in the schema that is told', () => {
    expect(choose('int4 + int4', { schema: 'pg_catalog' })).toBe('int4 int4: integer');
    expect(choose('int4 + int4', { schema: 'public' })).toBe('unheard');
  });

  it('of a schema is found on the path, after those of PostgreSQL', () => {
    const own = zooCatalog();
    const [int4, text, mood] = ['int4', 'text', 'mood'].map((name) => typeIn(own, name));
    const add = (left: typeof int4, right: typeof int4) =>
      own.addOperator({ schema: 'public', name: '+', left: left!, right: right!, result: text! });
    add(int4, int4);
    add(mood, int4);
    const result = (left: typeof int4, path: readonly string[]) => {
      const choice = selectOperator(own, '+', { path }, left!, int4!);
      return choice.kind === 'found' ? choice.result.name : choice.kind;
    };
    expect(result(int4, ['public'])).toBe('int4');
    expect(result(int4, ['public', 'pg_catalog'])).toBe('text');
    expect(result(mood, ['public'])).toBe('text');
    expect(result(mood, [])).toBe('none');
  });
});
