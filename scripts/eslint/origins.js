/**
 * Follows a value to the namespace of error codes that it was taken from, as far as one file tells.
 *
 * @import { Scope } from 'eslint'
 * @typedef {'McpErrorReason' | 'ToolResultErrorCode'} Namespace
 * @typedef {{ namespace: Namespace } | { literal: string }} Origin
 * @typedef {any} Node typescript-eslint has nodes that ESTree does not know
 */

/** @type {ReadonlySet<string>} */
const NAMESPACES = new Set(['McpErrorReason', 'ToolResultErrorCode']);
/** How many aliases are followed; more is a loop or a riddle. */
const MAX_STEPS = 8;

/**
 * Where the possible values of an expression come from, as far as it is cheap to tell.
 *
 * @param {Node} node
 * @param {Scope.Scope} scope
 * @param {number} [steps]
 * @returns {Origin[]}
 */
export function originsOf(node, scope, steps = MAX_STEPS) {
  if (steps === 0) return [];
  const value = unwrap(node);
  switch (value.type) {
    case 'Literal':
      return typeof value.value === 'string' ? [{ literal: value.value }] : [];
    case 'TemplateLiteral':
      return value.expressions.length === 0 ? [{ literal: value.quasis[0].value.cooked }] : [];
    case 'ConditionalExpression':
      return [value.consequent, value.alternate].flatMap((n) => originsOf(n, scope, steps - 1));
    case 'LogicalExpression':
      return [value.left, value.right].flatMap((n) => originsOf(n, scope, steps - 1));
    case 'MemberExpression': {
      const namespace = namespaceOf(value.object, scope, steps - 1);
      return namespace === undefined ? [] : [{ namespace }];
    }
    case 'Identifier': {
      const declarator = declaratorOf(value.name, scope);
      if (declarator === undefined || declarator.init === null) return [];
      if (declarator.id.type === 'ObjectPattern') {
        const namespace = namespaceOf(declarator.init, scope, steps - 1);
        return namespace === undefined ? [] : [{ namespace }];
      }
      return originsOf(declarator.init, scope, steps - 1);
    }
    default:
      return [];
  }
}

/**
 * Which namespace object an expression is: the import under any name, a member of a namespace import, or an alias.
 *
 * @param {Node} node
 * @param {Scope.Scope} scope
 * @param {number} steps
 * @returns {Namespace | undefined}
 */
function namespaceOf(node, scope, steps) {
  if (steps === 0) return undefined;
  const value = unwrap(node);
  if (value.type === 'MemberExpression') return asNamespace(memberName(value));
  if (value.type !== 'Identifier') return undefined;
  const definition = variableOf(value.name, scope)?.defs[0];
  if (definition?.type === 'ImportBinding' && definition.node.type === 'ImportSpecifier') {
    const { imported } = /** @type {Node} */ (definition.node);
    return asNamespace(imported.name ?? imported.value);
  }
  const declarator = declaratorOf(value.name, scope);
  if (declarator?.init && declarator.id.type === 'Identifier') {
    return namespaceOf(declarator.init, scope, steps - 1) ?? asNamespace(value.name);
  }
  if (declarator?.init && declarator.id.type === 'ObjectPattern') {
    return asNamespace(destructuredKey(declarator.id, value.name));
  }
  return asNamespace(value.name);
}

const WRAPPERS = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
]);

/** @param {Node} node @returns {boolean} */
export function isWrapper(node) {
  return WRAPPERS.has(node.type);
}

/** @param {Node} node @returns {Node} */
export function unwrap(node) {
  let inner = node;
  while (isWrapper(inner) || inner.type === 'ChainExpression') inner = inner.expression;
  return inner;
}

/** @param {string | undefined} name @returns {Namespace | undefined} */
function asNamespace(name) {
  return name !== undefined && NAMESPACES.has(name) ? /** @type {Namespace} */ (name) : undefined;
}

/** @param {Node} property @returns {string | undefined} */
export function keyOf(property) {
  if (property.type !== 'Property') return undefined;
  if (property.computed || property.key.type === 'Literal') return textOf(property.key);
  return property.key.name;
}

/** @param {Node} member @returns {string | undefined} */
export function memberName(member) {
  return member.computed ? textOf(member.property) : member.property.name;
}

/** @param {Node} node @returns {string | undefined} */
function textOf(node) {
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}

/** The key that a destructured name stands for. @param {Node} pattern @param {string} name */
function destructuredKey(pattern, name) {
  const property = pattern.properties.find(
    (/** @type {Node} */ { type, value }) =>
      type === 'Property' && (value.name ?? value.left?.name) === name,
  );
  return property === undefined ? undefined : keyOf(property);
}

/** @param {string} name @param {Scope.Scope} scope @returns {Scope.Variable | undefined} */
export function variableOf(name, scope) {
  for (let at = /** @type {Scope.Scope | null} */ (scope); at !== null; at = at.upper) {
    const found = at.set.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The declaration of a constant; what may be assigned later is not followed. @param {string} name @param {Scope.Scope} scope @returns {Node} */
function declaratorOf(name, scope) {
  const definition = variableOf(name, scope)?.defs[0];
  return definition?.type === 'Variable' && definition.parent?.kind === 'const'
    ? definition.node
    : undefined;
}
