import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createExposure, type ExposureRules } from './exposure.js';

const exposure = (expose: ExposureRules['expose'], path = ['public']) =>
  createExposure({ expose }, path);
const ALL = { columns: '*' } as const;
const ID = { columns: ['id'] } as const;
const NONE = { columns: [] } as const;

describe('createExposure', () => {
  it('shows nothing where nothing is exposed', () => {
    const none = exposure({});
    expect(none.schema('public')).toBe(false);
    expect(none.everythingOf('public')).toBe(false);
    expect(none.relation('public', 'users')).toBe(false);
    expect(none.column('public', 'users', 'id')).toBe(false);
    expect(none.allColumns('public', 'users')).toBe(false);
  });

  it.each<[string, ExposureRules['expose'], string, string, boolean]>([
    ['a star: any table', { '*': ALL }, 'sales', 'orders', true],
    ['a star: not those of PostgreSQL', { '*': ALL }, 'pg_catalog', 'pg_class', false],
    ['the schema of PostgreSQL by name', { 'pg_catalog.*': ALL }, 'pg_catalog', 'pg_class', true],
    ['a schema: its tables', { 'sales.*': ALL }, 'sales', 'orders', true],
    ['a schema: not those of others', { 'sales.*': ALL }, 'public', 'orders', false],
    ['a table: itself', { 'sales.orders': ALL }, 'sales', 'orders', true],
    ['a table: no other', { 'sales.orders': ALL }, 'sales', 'order', false],
    ['a bare name: on the path', { orders: ALL }, 'public', 'orders', true],
    ['a bare name: not elsewhere', { orders: ALL }, 'sales', 'orders', false],
    ['names are as they are written', { Orders: ALL }, 'public', 'orders', false],
    ['no columns: hidden', { '*': ALL, secrets: NONE }, 'public', 'secrets', false],
    ['the more specific: shown', { 'sales.*': NONE, 'sales.a': ALL }, 'sales', 'a', true],
    ['the more specific: hidden', { '*': ALL, 'sales.*': NONE }, 'sales', 'a', false],
    ['a quoted name', { '"a.b"': ALL }, 'public', 'a.b', true],
    ['names of objects', { '*': NONE }, 'constructor', '__proto__', false],
  ])('%s', (_what, rules, schema, name, expected) => {
    expect(exposure(rules).relation(schema, name)).toBe(expected);
  });

  it('knows columns by the most specific rule', () => {
    const some = exposure({ '*': ALL, users: ID, 'public.users': { columns: ['id', 'name'] } });
    expect(some.column('public', 'users', 'name')).toBe(true);
    expect(some.column('public', 'users', 'password')).toBe(false);
    expect(some.allColumns('public', 'users')).toBe(false);
    expect(some.column('public', 'orders', 'anything')).toBe(true);
    expect(some.allColumns('public', 'orders')).toBe(true);
  });

  it('says that all of a schema is seen only where no rule hides a part of it', () => {
    expect(exposure({ '*': ALL }).everythingOf('sales')).toBe(true);
    expect(exposure({ '*': ALL }).everythingOf('pg_catalog')).toBe(false);
    expect(exposure({ '*': ALL, 'sales.a': ALL }).everythingOf('sales')).toBe(true);
    expect(exposure({ '*': ALL, 'sales.a': ID }).everythingOf('sales')).toBe(false);
    expect(exposure({ '*': ALL, 'sales.a': ID }).everythingOf('public')).toBe(true);
    expect(exposure({ '*': ALL, users: NONE }).everythingOf('public')).toBe(false);
    expect(exposure({ 'sales.a': ALL }).everythingOf('sales')).toBe(false);
    expect(exposure({ '*': ID }).everythingOf('sales')).toBe(false);
  });

  it('says whether anything of a schema is seen', () => {
    const some = exposure({ 'sales.a': ID, orders: ALL, 'hidden.x': NONE });
    expect(['sales', 'public', 'hidden', 'other'].map((name) => some.schema(name))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('never shows a column of a relation that it hides', () => {
    const name = fc.constantFrom('a', 'b', 'public');
    const pattern = fc.oneof(
      fc.constant('*'),
      name,
      name.map((one) => `${one}.*`),
      fc.tuple(name, name).map((parts) => parts.join('.')),
    );
    const columns = fc.oneof(fc.constant('*' as const), fc.subarray(['a', 'b']));
    const rules = fc.dictionary(pattern, fc.record({ columns }));
    fc.assert(
      fc.property(rules, name, name, name, (expose, schema, table, column) => {
        const it = exposure(expose);
        const shown = it.relation(schema, table);
        if (it.column(schema, table, column)) expect(shown).toBe(true);
        if (it.allColumns(schema, table)) expect(it.column(schema, table, column)).toBe(true);
        if (shown) expect(it.schema(schema)).toBe(true);
        if (it.everythingOf(schema)) expect(it.allColumns(schema, table)).toBe(true);
      }),
    );
  });

  it('does not take a pattern that is none', () => {
    expect(() => exposure({ 'sales.ord*': ALL })).toThrow(TypeError);
  });
});
