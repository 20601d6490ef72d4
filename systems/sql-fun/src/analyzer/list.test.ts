import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../../lab/testing/make-folder.js';
import { diffObjects } from '../check/run-schema.js';
import { openAnalyzer } from './index.js';

const OLD = `
CREATE TYPE mood AS ENUM ('sad', 'glad');
CREATE DOMAIN price AS numeric(8,2);
CREATE TYPE pair AS (a integer, b text);
CREATE TABLE users (id integer PRIMARY KEY, name text DEFAULT 'x', low text GENERATED ALWAYS AS (lower(name)) STORED);
CREATE TABLE orders (id integer, user_id integer REFERENCES users, total integer CONSTRAINT positive CHECK (total > 0));
CREATE INDEX by_total ON orders (total);
CREATE VIEW big AS SELECT id FROM orders WHERE total > 10;
CREATE FUNCTION sum_of(a integer) RETURNS integer LANGUAGE sql AS 'SELECT a';`;

const NEW = OLD.replace(`'glad')`, `'glad', 'wild')`)
  .replace('8,2', '10,2')
  .replace('b text)', 'b text, c text)')
  .replace(`DEFAULT 'x'`, `DEFAULT 'y'`)
  .replace('lower(name)', 'upper(name)')
  .replace('REFERENCES users', 'REFERENCES users ON DELETE CASCADE')
  .replace('CONSTRAINT positive CHECK (total > 0)', '')
  .replace('(total);', '(total DESC);')
  .replace('total > 10', 'total > 20')
  .replace('(a integer) RETURNS', '(a bigint) RETURNS');

it('tells keys, checks, defaults, labels, queries and signatures of two dumps apart', async () => {
  const folder = await makeFolder({ 'old.sql': OLD, 'new.sql': NEW });
  const list = async (file: string) => {
    const analyzer = await openAnalyzer({ schema: join(folder, file), path: ['public'] });
    return analyzer.list().finally(() => analyzer.close());
  };
  const [before, after] = [await list('old.sql'), await list('new.sql')];
  expect(diffObjects(before, before)).toEqual([]);
  const changes = diffObjects(before, after);
  expect(changes.map(({ kind, name, old, new: now }) => `${kind} ${name}: ${old} -> ${now}`))
    .toMatchInlineSnapshot(`
      [
        "view public.big: SELECT id FROM orders WHERE (total > 10) -> SELECT id FROM orders WHERE (total > 20)",
        "index public.by_total: CREATE INDEX by_total ON public.orders USING btree (total) -> CREATE INDEX by_total ON public.orders USING btree (total DESC)",
        "type public.mood: 'sad', 'glad' -> 'sad', 'glad', 'wild'",
        "constraint public.orders.orders_user_id_fkey: FOREIGN KEY (user_id) REFERENCES users(id) -> FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE",
        "constraint public.orders.positive: CHECK ((total > 0)) -> null",
        "type public.pair: a integer, b text -> a integer, b text, c text",
        "type public.price: numeric(8,2) -> numeric(10,2)",
        "function public.sum_of: (a integer) → integer -> (a bigint) → integer",
        "column public.users.name: text default 'x'::text -> text default 'y'::text",
        "column public.users.low: text stored as lower(name) -> text stored as upper(name)",
      ]
    `);
});
