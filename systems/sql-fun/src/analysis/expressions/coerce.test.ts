import { loadModule } from 'libpg-query';
import { describe, expect, it } from 'vitest';
import { formatType } from '../../pg/index.js';
import { coerce, commonOf, fieldsOf, outputName, typeOf, typeWindow } from './index.js';
import { benchOf, nodeOf } from './testing/look-at.js';
import { sampleSchema } from './testing/sample-schema.js';
import { builtinType } from './typed.js';
import { WELL_KNOWN_ROUTINES } from './well-known-routines.js';

await loadModule();
const sample = sampleSchema();

function stored(expression: string, column: string, context: 'assignment' | 'implicit') {
  const { scope, session, queries, found, parameters } = benchOf(sample);
  const typed = typeOf(nodeOf(expression), scope, session, queries);
  const { type, typmod } = scope.column([column], undefined);
  const target = { type: type!, typmod };
  const result = coerce(typed, target, session, context, { name: column, location: 7 });
  const [parameter] = parameters.values();
  return { result, found, parameter: parameter?.type && formatType(parameter.type) };
}

describe('coerce', () => {
  it('gives what is stored the type of the column', () => {
    const { result, found } = stored('1', 'n', 'assignment');
    expect([formatType(result.type!, result.typmod), found]).toEqual(['numeric(10,2)', []]);
  });

  it('settles a parameter', () => {
    expect(stored('$1', 'v', 'assignment').parameter).toBe('character varying');
    expect(stored('$1', 'm', 'assignment').parameter).toBe('mood');
  });

  it('reads a long literal that is nearly a number at once', () => {
    const nearly = `'0x${'a'.repeat(60)}z'`;
    expect(stored(nearly, 'i4', 'assignment').found).toHaveLength(1);
    expect(stored("'0x_ff_0a'", 'i4', 'assignment').found).toEqual([]);
  });

  it('knows what is stored by itself and what has to be cast', () => {
    expect(stored('i8', 'i4', 'assignment').found).toEqual([]);
    expect(stored('i4', 'x', 'assignment').found).toEqual([]);
    expect(stored('i8', 'i4', 'implicit').found).toHaveLength(1);
    expect(stored("'hapy'", 'm', 'assignment').found).toMatchObject([{ didYouMean: ['happy'] }]);
    expect(stored('x', 'i4', 'assignment').found).toEqual([
      {
        code: 'type_mismatch',
        target: 'column',
        name: 'i4',
        message: 'Column "i4" is of type integer but the expression is of type text.',
        location: 7,
      },
    ]);
  });

  it('lets pass what nothing is known of', () => {
    expect(stored('ext', 'i4', 'assignment').found).toEqual([]);
  });
});

describe('commonOf', () => {
  it('settles parameters and keeps a modifier that all have', () => {
    const { scope, session, queries, parameters } = benchOf(sample);
    const typed = (text: string) => typeOf(nodeOf(text), scope, session, queries);
    const where = { target: 'sql', name: 'UNION' } as const;
    const same = commonOf([typed('v'), typed('v2')], session, where);
    expect(formatType(same.type!, same.typmod)).toBe('character varying(40)');
    expect(commonOf([typed('$1'), typed('d')], session, where).type).toBe(
      builtinType('date', session),
    );
    expect(parameters.get(1)?.type).toBe(builtinType('date', session));
  });
});

describe('fieldsOf', () => {
  const names = (text: string) => {
    const { scope, session, queries } = benchOf(sample);
    return fieldsOf(nodeOf(text), scope, session, queries)?.map(({ name }) => name);
  };

  it('knows the columns of a star behind an expression', () => {
    expect(names('(pr).*')).toEqual(['a', 'b']);
    expect(names('(halves(x)).*')).toEqual(['head', 'tail']);
    expect(names('(t).pr.*')).toEqual(['a', 'b']);
    expect(names('(any_rows()).*')).toBeUndefined();
    expect(names('i4')).toBeUndefined();
  });
});

describe('outputName', () => {
  it('asks for the first column of a subquery where it is told how', () => {
    expect(outputName(nodeOf('(SELECT * FROM t)'))).toBe('?column?');
    expect(outputName(nodeOf('(SELECT * FROM t)'), () => 'id')).toBe('id');
    expect(outputName(nodeOf('(SELECT a AS b UNION SELECT 1)'))).toBe('b');
  });
});

describe('typeWindow', () => {
  it('looks at all expressions of a window', () => {
    const { scope, session, queries, found, parameters } = benchOf(sample);
    const node = nodeOf(
      'sum(i4) OVER (PARTITION BY one1 ORDER BY two2 ROWS BETWEEN $1 PRECEDING AND x FOLLOWING)',
    );
    if (!('FuncCall' in node)) throw new Error('a call');
    typeWindow(node.FuncCall.over ?? {}, scope, session, queries);
    expect(found.map(({ name }) => name)).toEqual(['one1', 'two2', 'The offset of a window frame']);
    expect(parameters.get(1)?.type).toBe(builtinType('int8', session));
  });
});

describe('functions that are suggested', () => {
  it('are all there', () => {
    const { catalog } = sample.schema;
    const missing = WELL_KNOWN_ROUTINES.filter(
      (name) => catalog.routines(name, { schema: 'pg_catalog' }).length === 0,
    );
    expect(missing).toEqual([]);
  });
});
