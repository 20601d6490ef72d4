import { describe, expect, it } from 'vitest';
import { formatType, selectRoutine, type Lookup, type RoutineChoice } from './index.js';
import { CALLS } from './testing/calls.js';
import { readCall } from './testing/read-call.js';
import { routineOf, typeIn, zooCatalog } from './testing/zoo.js';

const catalog = zooCatalog();
const at = (name: string) => typeIn(catalog, name);

function choose(call: string, where: Lookup = { path: ['public'] }): RoutineChoice {
  const { name, types, options } = readCall(call);
  return selectRoutine(catalog, name, where, types.map(at), options);
}

function spell(choice: RoutineChoice): string {
  if (choice.kind === 'none') return choice.exists ? 'none' : 'unheard';
  if (choice.kind === 'ambiguous') return 'ambiguous';
  const out = choice.out?.map(({ name, type }) => `${name} ${formatType(type)}`);
  return formatType(choice.returns) + (out === undefined ? '' : ` (${out.join(', ')})`);
}

function argTypes(call: string): readonly string[] | undefined {
  const choice = choose(call);
  return choice.kind === 'found' ? choice.argTypes.map((type) => type.name) : undefined;
}

describe('a call', () => {
  it.each(CALLS)('%s gives %s', (call, gives) => {
    expect(spell(choose(call))).toBe(gives);
  });

  it.each([
    ['upper(varchar)', ['text']],
    ['defaulted(b=>unknown,a=>int2)', ['int4', 'int4']],
    ['gathered(unknown,int2,unknown)', ['text', 'int4', 'int4']],
    ['gathered(text,VARIADIC unknown)', ['text', '_int4']],
    ['array_append(_int4,int8)', ['_int8', 'int8']],
    ['array_append(_text,unknown)', ['_text', 'text']],
    ['alike(unknown,unknown)', ['text', 'text']],
    ['same(int4,unknown)', ['int4', 'int4']],
    ['element(unknown,ints)', ['int4', '_int4']],
    ['concat(unknown,int4)', ['unknown', 'int4']],
    ['date_trunc(unknown,date)', ['text', 'timestamptz']],
    ['int4(unknown)', ['unknown']],
  ])('%s makes its arguments %j', (call, types) => {
    expect(argTypes(call)).toEqual(types);
  });
});

describe('routines of several schemas', () => {
  const two = zooCatalog();
  const add = (schema: string, name: string, args: string, returns: string) =>
    two.addRoutine(routineOf(two, schema, { name, args, returns }));
  add('other', 'overloaded', ' int4', 'bool');
  add('other', 'overloaded', ' date', 'date');
  add('other', 'abs', ' int4', 'text');
  add('other', 'abs', ' date', 'text');
  const gives = (name: string, arg: string, where: Lookup) =>
    spell(selectRoutine(two, name, where, [typeIn(two, arg)]));

  it.each([
    ['overloaded', 'int4', ['public', 'other'], 'integer'],
    ['overloaded', 'int4', ['other', 'public'], 'boolean'],
    ['overloaded', 'date', ['public', 'other'], 'date'],
    ['overloaded', 'date', ['public'], 'none'],
    ['abs', 'int4', ['other'], 'integer'],
    ['abs', 'int4', ['other', 'pg_catalog'], 'text'],
    ['abs', 'date', ['other'], 'text'],
    ['overloaded', 'int4', [], 'unheard'],
  ])('%s(%s) on the path %j gives %s', (name, arg, path, result) => {
    expect(gives(name, arg, { path })).toBe(result);
  });

  it('are told apart by their schema', () => {
    expect(gives('abs', 'int4', { schema: 'other' })).toBe('text');
    expect(gives('abs', 'int4', { schema: 'public' })).toBe('unheard');
    expect(gives('abs', 'int4', { schema: 'pg_catalog' })).toBe('integer');
  });
});
