import type { FuncCall, SelectStmt, WindowDef } from 'libpg-query';
import { closest } from '../text/index.js';
import { ownNodes, refuseWindows } from './aggregates.js';
import type { Analyzer } from './analyzer.js';
import { typeWindow } from './expressions/index.js';
import { meant } from './name-problems.js';
import { locationOf } from './node.js';
import type { QueryScope } from './query-scope.js';

/** Reads the WINDOW clause; the windows that calls name have to be in it. */
export function readWindows(select: SelectStmt, scope: QueryScope, analyzer: Analyzer): void {
  const known = new Set<string>();
  for (const node of select.windowClause ?? []) {
    if (!('WindowDef' in node)) continue;
    const window = node.WindowDef;
    checkName(window.refname, window, known, scope);
    typeWindow(window, scope, scope.session, analyzer);
    checkWindow(window, scope);
    if (window.name !== undefined) addName(window.name, window, known, scope);
  }
  for (const node of ownNodes([select.targetList, select.sortClause])) {
    const over = 'FuncCall' in node ? (node.FuncCall as FuncCall).over : undefined;
    if (!over) continue;
    checkName(over.name ?? over.refname, over, known, scope);
    checkWindow(over, scope);
  }
}

const RANGE = 0x2;
const GROUPS = 0x8;

/** What a frame counts has to be in an order, and no window is made of another. */
function checkWindow(window: WindowDef, scope: QueryScope): void {
  const { partitionClause, orderClause = [], refname, frameOptions = 0 } = window;
  refuseWindows([partitionClause, orderClause], 'windows', scope);
  if (refname !== undefined) return;
  const offset = window.startOffset ?? window.endOffset;
  const ranged = frameOptions & RANGE && offset && orderClause.length !== 1;
  if (!ranged && !(frameOptions & GROUPS && orderClause.length === 0)) return;
  const message = ranged
    ? 'RANGE with a distance needs exactly one expression in the ORDER BY of the window.'
    : 'GROUPS needs an ORDER BY in the window.';
  const location = locationOf(window);
  const name = ranged ? 'RANGE' : 'GROUPS';
  scope.session.report({ code: 'misplaced', target: 'sql', name, message, location });
}

function addName(name: string, window: WindowDef, known: Set<string>, scope: QueryScope): void {
  if (known.has(name)) {
    const message = `There is more than one window ${name}.`;
    const location = locationOf(window);
    scope.session.report({ code: 'duplicate', target: 'alias', name, message, location });
  }
  known.add(name);
}

function checkName(
  name: string | undefined,
  window: WindowDef,
  known: ReadonlySet<string>,
  scope: QueryScope,
): void {
  if (name === undefined || known.has(name)) return;
  scope.session.report({
    code: 'not_found',
    target: 'alias',
    name,
    message: `There is no window ${name}.`,
    ...meant(closest(name, known)),
    location: locationOf(window),
  });
}
