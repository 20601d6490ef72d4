import type { Node } from 'libpg-query';
import type { Scope, Session, Typed } from '../model.js';
import type { Queries } from '../queries.js';
import type { Env } from './env.js';
import { typeRow } from './operands.js';
import { typeArray } from './type-array.js';
import { typeCall } from './type-call.js';
import { typeCast, typeCollate } from './type-cast.js';
import { typeCase, typeCoalesce, typeMinMax } from './type-choices.js';
import { typeColumn, typeParameter } from './type-column.js';
import { typeBooleanTest, typeLogic, typeNullTest } from './type-conditions.js';
import { typeConstant } from './type-constant.js';
import { typeIndirection } from './type-indirection.js';
import { typeJsonArrayAggregate, typeJsonObjectAggregate } from './type-json-aggregate.js';
import { typeJsonFunction } from './type-json-function.js';
import {
  jsonValue,
  typeJsonArray,
  typeJsonArrayQuery,
  typeJsonObject,
  typeJsonParse,
  typeJsonPredicate,
  typeJsonScalar,
  typeJsonSerialize,
} from './type-json.js';
import { typeOperator } from './type-operator.js';
import { typeSqlValue } from './type-sql-value.js';
import { typeSublink } from './type-sublink.js';
import { typeXml, typeXmlSerialize } from './type-xml.js';
import { builtin, UNTYPED } from './typed.js';

type Keys<T> = T extends unknown ? keyof T : never;
type Kind = Keys<Node>;
type Inner<K extends Kind> = Extract<Node, Record<K, unknown>>[K];

const KINDS: { readonly [K in Kind]?: (inner: Inner<K>, env: Env) => Typed } = {
  A_ArrayExpr: typeArray,
  A_Const: typeConstant,
  A_Expr: typeOperator,
  A_Indirection: typeIndirection,
  BoolExpr: typeLogic,
  BooleanTest: typeBooleanTest,
  CaseExpr: typeCase,
  CoalesceExpr: typeCoalesce,
  CollateClause: typeCollate,
  ColumnRef: typeColumn,
  CurrentOfExpr: (_, { session }) => builtin('bool', session),
  FuncCall: typeCall,
  GroupingFunc: ({ args }, { session, typeOf: visit }) => {
    for (const arg of args ?? []) visit(arg);
    return builtin('int4', session);
  },
  JsonArrayAgg: typeJsonArrayAggregate,
  JsonArrayConstructor: typeJsonArray,
  JsonArrayQueryConstructor: typeJsonArrayQuery,
  JsonFuncExpr: typeJsonFunction,
  JsonIsPredicate: typeJsonPredicate,
  JsonObjectAgg: typeJsonObjectAggregate,
  JsonObjectConstructor: typeJsonObject,
  JsonParseExpr: typeJsonParse,
  JsonScalarExpr: typeJsonScalar,
  JsonSerializeExpr: typeJsonSerialize,
  JsonValueExpr: jsonValue,
  MergeSupportFunc: (_, { session }) => builtin('text', session),
  MinMaxExpr: typeMinMax,
  NamedArgExpr: ({ arg }, { typeOf: visit }) => (arg === undefined ? UNTYPED : visit(arg)),
  NullTest: typeNullTest,
  ParamRef: typeParameter,
  RowExpr: typeRow,
  SQLValueFunction: typeSqlValue,
  SetToDefault: (_, { session }) => builtin('unknown', session),
  SubLink: typeSublink,
  TypeCast: typeCast,
  XmlExpr: typeXml,
  XmlSerialize: typeXmlSerialize,
};

/** The type of an expression. Whatever is wrong in it is reported. */
export function typeOf(node: Node, scope: Scope, session: Session, queries: Queries): Typed {
  return envOf(scope, session, queries).typeOf(node);
}

/** What the typing of nodes can ask, in one scope. */
export function envOf(scope: Scope, session: Session, queries: Queries): Env {
  const env: Env = {
    scope,
    session,
    queries,
    typeOf: (node) => session.deeper(() => typeNode(node, env)),
  };
  return env;
}

function typeNode(node: Node, env: Env): Typed {
  const [kind] = Object.keys(node) as [Kind];
  const type = KINDS[kind] as ((inner: unknown, env: Env) => Typed) | undefined;
  return type === undefined ? UNTYPED : type((node as Record<Kind, unknown>)[kind], env);
}
