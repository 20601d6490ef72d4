import { definitionOf, nameIn, qualifiedName, strings, type NodeOf } from '../ast.js';
import type { Draft } from '../draft/draft.js';
import { typeNameIn } from './create-routine.js';

export function createOperator({ defnames, definition }: NodeOf<'DefineStmt'>, draft: Draft): void {
  const name = qualifiedName(strings(defnames));
  const options = definitionOf(definition);
  const left = typeNameIn(options.get('leftarg'));
  const right = typeNameIn(options.get('rightarg'));
  if (right === undefined) return;
  draft.operators.push({
    schema: draft.schemaFor(name),
    name: name.name,
    left: left === undefined ? undefined : draft.type(left),
    right: draft.type(right),
    function: nameIn(options.get('function') ?? options.get('procedure')),
    path: draft.path,
    line: draft.line,
  });
}

const CONTEXTS: Readonly<Record<string, 'implicit' | 'assignment'>> = {
  COERCION_IMPLICIT: 'implicit',
  COERCION_ASSIGNMENT: 'assignment',
};

export function createCast(stmt: NodeOf<'CreateCastStmt'>, draft: Draft): void {
  draft.casts.push({
    from: draft.type(stmt.sourcetype),
    to: draft.type(stmt.targettype),
    context: CONTEXTS[stmt.context ?? ''] ?? 'explicit',
  });
}
