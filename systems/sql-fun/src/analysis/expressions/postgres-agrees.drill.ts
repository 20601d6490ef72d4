import { startPostgres } from '@errata/store/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  EXPRESSION_CASES,
  LENIENT_CASES,
  PARAMETER_CASES,
  WRONG_CASES,
} from './testing/cases/index.js';
import { SAMPLE_DDL } from './testing/sample-ddl.js';

let server: Awaited<ReturnType<typeof startPostgres>>;
let client: pg.Client;

beforeAll(async () => {
  server = await startPostgres();
  client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(SAMPLE_DDL);
});

afterAll(async () => {
  await client.end();
  await server.stop();
});

async function asked(expression: string) {
  const { fields } = await client.query(`SELECT ${expression} FROM t LIMIT 0`);
  const [field] = fields;
  const { rows } = await client.query<{ type: string }>('SELECT format_type($1, $2) AS type', [
    field?.dataTypeID,
    field?.dataTypeModifier,
  ]);
  return [expression, rows[0]?.type, field?.name];
}

async function prepared(expression: string) {
  await client.query(`PREPARE asked AS SELECT ${expression} FROM t`);
  const { rows } = await client.query<{ takes: string[]; gives: string[] }>(
    'SELECT parameter_types::text[] AS takes, result_types::text[] AS gives ' +
      'FROM pg_prepared_statements',
  );
  await client.query('DEALLOCATE asked');
  return [expression, rows[0]?.gives[0], rows[0]?.takes];
}

async function refused(expression: string) {
  try {
    await prepared(expression);
    return undefined;
  } catch {
    return expression;
  }
}

async function inTurn<T, R>(cases: readonly T[], ask: (each: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = [];
  for (const each of cases) answers.push(await ask(each));
  return answers;
}

describe('PostgreSQL 18', () => {
  it('gives the types and names that are expected here', async () => {
    const cases = Object.values(EXPRESSION_CASES).flat();
    expect(await inTurn(cases, ([expression]) => asked(expression))).toEqual(cases);
  });

  it('gives parameters the types that are expected here', async () => {
    expect(await inTurn(PARAMETER_CASES, ([expression]) => prepared(expression))).toEqual(
      PARAMETER_CASES,
    );
  });

  it('refuses what is wrong here, and what is let pass', async () => {
    const wrong = [...WRONG_CASES.map(([expression]) => expression), ...LENIENT_CASES];
    expect(await inTurn(wrong, refused)).toEqual(wrong);
  });
});
