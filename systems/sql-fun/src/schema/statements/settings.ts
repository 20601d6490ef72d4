import type { Node, SelectStmt } from 'libpg-query';
import { only, strings, type NodeOf } from '../ast.js';
import type { Draft } from '../draft/draft.js';
import { DraftNamespace } from '../draft/draft-namespace.js';

const DEFAULT_PATH = ['public'];

export function setVariable(stmt: NodeOf<'VariableSetStmt'>, draft: Draft): void {
  const { name, kind, args } = stmt;
  if (name === 'search_path' && kind === 'VAR_SET_VALUE') {
    draft.path = toPath((args ?? []).flatMap(textOf));
  } else if (kind === 'VAR_RESET_ALL' || name === 'search_path') {
    draft.path = DEFAULT_PATH;
  }
}

/** `SELECT pg_catalog.set_config('search_path', '', false)`, as dumps begin. */
export function setConfig({ targetList }: SelectStmt, draft: Draft): void {
  for (const { val } of only('ResTarget', targetList)) {
    if (val === undefined || !('FuncCall' in val)) continue;
    if (strings(val.FuncCall.funcname).at(-1) !== 'set_config') continue;
    const [setting, value = ''] = (val.FuncCall.args ?? []).flatMap(textOf);
    if (setting === 'search_path') draft.path = toPath(value.split(',').map(unquoted));
  }
}

export function createSchema(stmt: NodeOf<'CreateSchemaStmt'>, draft: Draft): string {
  const name = stmt.schemaname ?? stmt.authrole?.rolename ?? '';
  // A dump of a database with a `public` schema of its own creates it; every database has one.
  if (!draft.namespaces.has(name)) draft.namespaces.set(name, new DraftNamespace(name));
  else if (stmt.if_not_exists !== true && name !== 'public') {
    draft.problem(`schema "${name}" already exists`);
  }
  return name;
}

export function createExtension(stmt: NodeOf<'CreateExtensionStmt'>, draft: Draft): void {
  if (stmt.extname !== undefined) draft.extensions.add(stmt.extname);
}

/** There is no user whose schema `$user` could be. */
const toPath = (names: readonly string[]) =>
  names.filter((name) => name !== '' && name !== '$user');

function textOf(node: Node): readonly string[] {
  return 'A_Const' in node && node.A_Const.sval !== undefined ? [node.A_Const.sval.sval ?? ''] : [];
}

function unquoted(name: string): string {
  const written = name.trim();
  return written.startsWith('"')
    ? written.slice(1, -1).replaceAll('""', '"')
    : written.toLowerCase();
}
