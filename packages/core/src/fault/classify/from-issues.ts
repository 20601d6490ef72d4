import { cut } from './cause-chain.js';
import { type FaultFinding, found } from './finding.js';
import { GENERIC } from './generic.js';
import { peek, peekInteger, peekItems, peekString } from './peek.js';

const MAX_ISSUES = 10;
const MAX_PATH = 16;
const MAX_FIELD = 100;
const MAX_VALUE = 100;
const IDENTIFIER = /^[A-Za-z_$][\w$-]*$/;

/** What is wrong with one field of the input. */
export interface InputProblem {
  readonly field: string;
  readonly message: string;
  readonly expected?: string;
  readonly received?: string;
}

interface InputContext {
  readonly errors: InputProblem[];
  readonly more?: number;
}

/**
 * The issues of any schema library: Standard Schema's `issues: [{ message, path? }]`, which ZodError, ValiError and
 * thrown ArkErrors share, and the `arkErrors` of a TraversalError. One entry that does not look like an issue, and it
 * is somebody else's property of that name.
 */
export function fromIssues(thrown: unknown): FaultFinding<InputContext> | undefined {
  const list =
    peekItems(peek(thrown, 'issues'), MAX_ISSUES) ??
    peekItems(peek(thrown, 'arkErrors'), MAX_ISSUES);
  if (list === undefined || list.items.length === 0 || !list.items.every(isIssue)) return undefined;
  const more = list.total - list.items.length;
  const errors = list.items.map(toProblem);
  const context: InputContext = more > 0 ? { errors, more } : { errors };
  return found(GENERIC.INVALID_INPUT, context);
}

function isIssue(issue: unknown): boolean {
  const path = peek(issue, 'path');
  return (
    peekString(issue, 'message') !== undefined &&
    (path === undefined || path === null || peekItems(path, 0) !== undefined)
  );
}

/** Our own text: the library's message may repeat the data, and it is not known whether that is secret. */
function toProblem(issue: unknown): InputProblem {
  const wanted = expectedOf(issue);
  const expected = wanted === undefined ? undefined : cut(wanted, MAX_VALUE);
  const received = typeNamed(peekString(issue, 'received') ?? peekString(issue, 'actual'));
  const problem: { -readonly [K in keyof InputProblem]: InputProblem[K] } = {
    field: cut(toField(peek(issue, 'path')), MAX_FIELD),
    message: problemOf(issue, expected, received),
  };
  if (expected !== undefined) problem.expected = expected;
  if (received !== undefined) problem.received = received;
  return problem;
}

function problemOf(issue: unknown, expected: string | undefined, received: string | undefined) {
  if (expected !== undefined) {
    return `expected ${expected}${received === undefined ? '' : `, received ${received}`}`;
  }
  return peekString(issue, 'code') === 'unrecognized_keys'
    ? 'has members that are not known'
    : 'is not valid';
}

/** zod 3 says a type, valibot a type or the value, arktype `a number` or the value: the value stays here. */
function typeNamed(received: string | undefined): string | undefined {
  const name = received?.replace(/^an? /, '').toLowerCase();
  return name !== undefined && TYPE_NAMES.has(name) ? name : undefined;
}

const TYPE_NAMES = new Set(
  'string number integer bigint boolean object array null undefined symbol function date nan map set missing'.split(
    ' ',
  ),
);

/** Zod says a list, a format or a bound in properties of their own. */
function expectedOf(issue: unknown): string | undefined {
  const expected = peekString(issue, 'expected');
  if (expected !== undefined) return expected;
  const values = peekItems(peek(issue, 'values'), MAX_ISSUES);
  if (values !== undefined && values.items.length > 0) {
    const shown = values.items.map((value) =>
      typeof value === 'string'
        ? JSON.stringify(value)
        : typeof value === 'object'
          ? '…'
          : String(value),
    );
    return shown.join(' | ') + (values.total > shown.length ? ' | …' : '');
  }
  const [minimum, maximum] = [peekInteger(issue, 'minimum'), peekInteger(issue, 'maximum')];
  const orEqual = peek(issue, 'inclusive') === false ? '' : '=';
  if (minimum !== undefined) return `>${orEqual} ${minimum}`;
  if (maximum !== undefined) return `<${orEqual} ${maximum}`;
  return peekString(issue, 'format') ?? expectedByUnion(issue);
}

/** zod 4 has a list of issues for each member of a union, zod 3 an error. What each of them expects of the value itself, if all say so. */
function expectedByUnion(issue: unknown): string | undefined {
  const depthOf = (each: unknown) => peekItems(peek(each, 'path'), 0)?.total;
  const own = peek(issue, 'unionErrors') === undefined ? 0 : depthOf(issue);
  const members = membersOf(issue)?.items.map((member) => {
    const issues = peekItems(peek(member, 'issues') ?? member, 1);
    const [first] = issues?.items ?? [];
    const isOfValue = issues?.total === 1 && depthOf(first) === own;
    return isOfValue && !isUnion(first) ? expectedOf(first) : undefined;
  });
  if (members === undefined || members.length < 2) return undefined;
  return members.includes(undefined) ? undefined : [...new Set(members)].join(' | ');
}

function membersOf(issue: unknown) {
  return (
    peekItems(peek(issue, 'errors'), MAX_ISSUES) ??
    peekItems(peek(issue, 'unionErrors'), MAX_ISSUES)
  );
}

/** Whether an issue is zod's about a union, none of whose members fits. */
export function isUnion(issue: unknown): boolean {
  return peekString(issue, 'code') === 'invalid_union' && membersOf(issue) !== undefined;
}

/** `servers[0].name`: items of a path are keys, or objects that hold one. */
function toField(path: unknown): string {
  let field = '';
  for (const item of peekItems(path, MAX_PATH)?.items ?? []) {
    const key = typeof item === 'object' ? peek(item, 'key') : item;
    if (typeof key === 'number') field += `[${key}]`;
    else if (typeof key !== 'string') field += '[?]';
    else if (IDENTIFIER.test(key)) field += field === '' ? key : `.${key}`;
    else field += `[${JSON.stringify(key)}]`;
  }
  return field === '' ? '(root)' : field;
}
