import { parseSync, type Node, type SelectStmt } from 'libpg-query';
import { baseUseOf, formatType } from '../../../pg/index.js';
import type { Exposure } from '../../../policy/index.js';
import type { Found, Output, Scope, Session, Typed } from '../../model.js';
import type { Queries } from '../../queries.js';
import { outputName, typeOf } from '../index.js';
import type { SampleSchema } from './sample-schema.js';

export interface Looked {
  readonly name: string;
  /** Without the domain, as PostgreSQL tells a client; a literal without a type is a text. */
  readonly type: string | undefined;
  /** The same with the domain and without a modifier. */
  readonly plainType: string | undefined;
  readonly parameters: readonly (string | undefined)[];
  readonly found: readonly Found[];
}

/** A session, the scope of the one table of the sample, and subqueries that read it. */
export interface Bench {
  readonly session: Session;
  readonly scope: Scope;
  readonly queries: Queries;
  readonly found: Found[];
  readonly parameters: Map<number, Typed>;
}

export function benchOf(sample: SampleSchema, exposure?: Exposure): Bench {
  const found: Found[] = [];
  const parameters = new Map<number, Typed>();
  const session: Session = {
    schema: sample.schema,
    path: ['public'],
    exposure,
    report: (each) => void found.push(each),
    get errors() {
      return found.length;
    },
    read: () => undefined,
    write: () => undefined,
    parameter: (number) => {
      const known = parameters.get(number) ?? { type: undefined, typmod: -1, param: number };
      parameters.set(number, known);
      return known;
    },
    settle: (number, type) => void parameters.set(number, { type, typmod: -1 }),
    deeper: (work) => work(),
  };
  const columns = sample.rows.fields ?? [];
  const scope: Scope = {
    column(parts, location) {
      const name = parts.at(-1) ?? '';
      if (name === 't') return { type: sample.rows, typmod: -1 };
      if (name === 'ext') return { type: undefined, typmod: -1 };
      const column = columns.find((each) => each.name === name);
      if (column !== undefined) return { type: column.type, typmod: column.typmod };
      const message = `no column ${name}`;
      session.report({ code: 'not_found', target: 'column', name, message, location });
      return { type: undefined, typmod: -1 };
    },
    row: () => ({ type: sample.rows, typmod: -1 }),
    star: () => columns,
  };
  const queries: Queries = {
    subquery: (select) => ('SelectStmt' in select ? outputsOf(select.SelectStmt) : []),
    fields: (type) => type.fields,
  };
  function outputsOf({ targetList, valuesLists }: SelectStmt): readonly Output[] {
    const [values] = valuesLists ?? [];
    const nodes: readonly Node[] =
      values !== undefined && 'List' in values ? (values.List.items ?? []) : (targetList ?? []);
    return nodes.map((node) => {
      const value = 'ResTarget' in node ? node.ResTarget.val : node;
      if (value === undefined) throw new Error('a target without a value');
      return { ...typeOf(value, scope, session, queries), name: outputName(value) };
    });
  }
  return { session, scope, queries, found, parameters };
}

/** The node of an expression. */
export function nodeOf(expression: string): Node {
  const statement = parseSync(`SELECT ${expression}`).stmts?.[0]?.stmt;
  const select = statement !== undefined && 'SelectStmt' in statement && statement.SelectStmt;
  const [target] = (select && select.targetList) || [];
  const value = target !== undefined && 'ResTarget' in target ? target.ResTarget.val : undefined;
  if (value === undefined) throw new Error(`no expression: ${expression}`);
  return value;
}

/** What is found out about an expression over the table of the sample. */
export function lookAt(expression: string, sample: SampleSchema, exposure?: Exposure): Looked {
  const bench = benchOf(sample, exposure);
  const node = nodeOf(expression);
  const typed = typeOf(node, bench.scope, bench.session, bench.queries);
  const parameters = [...bench.parameters].sort(([a], [b]) => a - b);
  return {
    name: outputName(node),
    type: told(typed),
    plainType: typed.type && formatType(typed.type),
    parameters: parameters.map(([, each]) => each.type && formatType(each.type)),
    found: bench.found,
  };
}

function told({ type, typmod }: Typed): string | undefined {
  if (type === undefined) return undefined;
  const use = baseUseOf({ type, typmod });
  return use.type.name === 'unknown' ? 'text' : formatType(use.type, use.typmod);
}
