/**
 * Engram has two namespaces of error codes that share names: `error.data.reason` takes McpErrorReason, `result.error_code`
 * takes ToolResultErrorCode (seed 002 §3.0). The brands stop the compiler from mixing them up; this rule also stops what a
 * cast, a bare text or plain JavaScript would let through.
 *
 * @import { Rule, Scope } from 'eslint'
 * @typedef {'McpErrorReason' | 'ToolResultErrorCode'} Namespace
 * @typedef {{ namespace: Namespace } | { literal: string }} Origin
 * @typedef {any} Node typescript-eslint has nodes that ESTree does not know
 */

/** @type {ReadonlySet<string>} */
const NAMESPACES = new Set(['McpErrorReason', 'ToolResultErrorCode']);
const UPPER_SNAKE = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/;
/** How many aliases are followed; more is a loop or a riddle. */
const MAX_STEPS = 8;

/** @type {Rule.RuleModule} */
export const engramNamespaces = {
  meta: {
    type: 'problem',
    docs: { description: 'Keep McpErrorReason and ToolResultErrorCode each in its own place' },
    schema: [],
    messages: {
      reasonInResult: 'result.error_code takes ToolResultErrorCode.*, never McpErrorReason.*',
      codeInReason: 'error.data.reason takes McpErrorReason.*, never ToolResultErrorCode.*',
      literalInResult: "result.error_code takes ToolResultErrorCode.*, not the bare text '{{text}}'",
      literalInReason: "error.data.reason takes McpErrorReason.*, not the bare text '{{text}}'",
    },
  },
  create(context) {
    /** @param {Node} node */
    const scopeOf = (node) => context.sourceCode.getScope(node);

    /** @param {Node} value */
    function checkResult(value) {
      for (const origin of originsOf(value, scopeOf(value))) {
        if ('literal' in origin) {
          context.report({ node: value, messageId: 'literalInResult', data: { text: origin.literal } });
        } else if (origin.namespace === 'McpErrorReason') {
          context.report({ node: value, messageId: 'reasonInResult' });
        }
      }
    }

    /** @param {Node} value */
    function checkReason(value) {
      for (const origin of originsOf(value, scopeOf(value))) {
        if ('literal' in origin) {
          // Prose has other reasons than codes; only what looks like a code is meant to be one.
          if (!UPPER_SNAKE.test(origin.literal)) continue;
          context.report({ node: value, messageId: 'literalInReason', data: { text: origin.literal } });
        } else if (origin.namespace === 'ToolResultErrorCode') {
          context.report({ node: value, messageId: 'codeInReason' });
        }
      }
    }

    return {
      /** @param {Node} node */
      Property(node) {
        if (node.parent.type !== 'ObjectExpression') return;
        const key = keyOf(node);
        if (key === 'error_code') checkResult(node.value);
        if (key === 'reason' && isErrorData(node.parent)) checkReason(node.value);
      },
      /** @param {Node} node */
      AssignmentExpression(node) {
        if (node.left.type !== 'MemberExpression') return;
        const key = memberName(node.left);
        if (key === 'error_code') checkResult(node.right);
        if (key === 'reason' && holdsErrorData(node.left.object, scopeOf(node))) {
          checkReason(node.right);
        }
      },
    };
  },
};

/** The plugin for a flat configuration. */
export const engramPlugin = {
  meta: { name: 'engram' },
  rules: { namespaces: engramNamespaces },
};

/**
 * Where the possible values of an expression come from, as far as it is cheap to tell.
 *
 * @param {Node} node
 * @param {Scope.Scope} scope
 * @param {number} [steps]
 * @returns {Origin[]}
 */
function originsOf(node, scope, steps = MAX_STEPS) {
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

/**
 * An object like `error.data`: it has a category or says whether to retry beside its reason, or is said to be ErrorData.
 *
 * @param {Node} object
 * @returns {boolean}
 */
function isErrorData(object) {
  const keys = object.properties.map(keyOf);
  if (keys.includes('category') || keys.includes('retryable')) return true;
  let { parent } = object;
  while (WRAPPERS.has(parent.type)) {
    if (isErrorDataType(parent.typeAnnotation)) return true;
    parent = parent.parent;
  }
  return (
    parent.type === 'VariableDeclarator' && isErrorDataType(parent.id.typeAnnotation?.typeAnnotation)
  );
}

/**
 * Whether `<node>.reason` is the reason of an error: `….data.reason`, or a variable that is said to be ErrorData.
 *
 * @param {Node} node
 * @param {Scope.Scope} scope
 * @returns {boolean}
 */
function holdsErrorData(node, scope) {
  const object = unwrap(node);
  if (object.type === 'MemberExpression') return memberName(object) === 'data';
  if (object.type !== 'Identifier') return false;
  if (object.name === 'data' || object.name === 'errorData') return true;
  const name = /** @type {Node} */ (variableOf(object.name, scope)?.identifiers[0]);
  return isErrorDataType(name?.typeAnnotation?.typeAnnotation);
}

const WRAPPERS = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
]);

/** @param {Node} node @returns {Node} */
function unwrap(node) {
  let inner = node;
  while (WRAPPERS.has(inner.type) || inner.type === 'ChainExpression') inner = inner.expression;
  return inner;
}

/** @param {Node} type @returns {boolean} */
function isErrorDataType(type) {
  return type?.type === 'TSTypeReference' && type.typeName.name === 'ErrorData';
}

/** @param {string | undefined} name @returns {Namespace | undefined} */
function asNamespace(name) {
  return name !== undefined && NAMESPACES.has(name) ? /** @type {Namespace} */ (name) : undefined;
}

/** @param {Node} property @returns {string | undefined} */
function keyOf(property) {
  if (property.type !== 'Property') return undefined;
  if (property.computed || property.key.type === 'Literal') return textOf(property.key);
  return property.key.name;
}

/** @param {Node} member @returns {string | undefined} */
function memberName(member) {
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
function variableOf(name, scope) {
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
