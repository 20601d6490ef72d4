import { loadModule } from 'libpg-query';
import { beforeAll, describe, expect, it } from 'vitest';
import { relationOutputs } from '../analysis/index.js';
import { formatType } from '../pg/index.js';
import { readSchema, relationsOf } from './index.js';
import { CHANGING_SCRIPTS } from './testing/changing-scripts.js';

describe('what is made of other relations, when these change', () => {
  beforeAll(() => loadModule());

  it.each(CHANGING_SCRIPTS)('%s', (_, script, relations) => {
    const schema = readSchema(script);
    expect(schema.problems).toEqual([]);
    const found = [...relationsOf(schema)].filter((relation) => relation.schema === 'public');
    const lines = found.map((relation) => {
      const columns = relationOutputs(relation, schema).map(
        ({ name, type, typmod }) => `${name} ${type ? formatType(type, typmod) : '?'}`,
      );
      return `${relation.name} ${columns.join(', ')}`;
    });
    expect(lines.sort()).toEqual(relations);
  });

  it.each([
    [
      'CREATE VIEW v AS SELECT 1 AS a; ALTER VIEW v RENAME COLUMN b TO c',
      'column "b" of "v" does not exist',
    ],
    [
      'CREATE VIEW v AS SELECT * FROM f() AS x; ALTER VIEW v RENAME COLUMN b TO c',
      'the columns of "v" follow from a query: "b" is left as it is',
    ],
    [
      'CREATE TABLE m AS SELECT * FROM f() AS x; ALTER TABLE m DROP b',
      'the columns of "m" follow from a query: "b" is left as it is',
    ],
  ])('says what cannot be told: %s', (script, message) => {
    expect(readSchema(script).problems).toEqual([{ message, line: 1 }]);
  });
});
