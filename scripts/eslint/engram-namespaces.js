/**
 * Engram has two namespaces of error codes that share names: `error.data.reason` takes McpErrorReason, `result.error_code`
 * takes ToolResultErrorCode (seed 002 §3.0). The brands stop the compiler from mixing them up; this rule also stops what a
 * cast, a bare text or plain JavaScript would let through.
 *
 * @import { Rule, Scope } from 'eslint'
 * @import { Node } from './origins.js'
 */

import { isWrapper, keyOf, memberName, originsOf, unwrap, variableOf } from './origins.js';

const UPPER_SNAKE = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/;

/** @type {Rule.RuleModule} */
export const engramNamespaces = {
  meta: {
    type: 'problem',
    docs: { description: 'Keep McpErrorReason and ToolResultErrorCode each in its own place' },
    schema: [],
    messages: {
      reasonInResult: 'result.error_code takes ToolResultErrorCode.*, never McpErrorReason.*',
      codeInReason: 'error.data.reason takes McpErrorReason.*, never ToolResultErrorCode.*',
      literalInResult:
        "result.error_code takes ToolResultErrorCode.*, not the bare text '{{text}}'",
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
          context.report({
            node: value,
            messageId: 'literalInResult',
            data: { text: origin.literal },
          });
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
          context.report({
            node: value,
            messageId: 'literalInReason',
            data: { text: origin.literal },
          });
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
 * An object like `error.data`: it has a category or says whether to retry beside its reason, or is said to be ErrorData.
 *
 * @param {Node} object
 * @returns {boolean}
 */
function isErrorData(object) {
  const keys = object.properties.map(keyOf);
  if (keys.includes('category') || keys.includes('retryable')) return true;
  let { parent } = object;
  while (isWrapper(parent)) {
    if (isErrorDataType(parent.typeAnnotation)) return true;
    parent = parent.parent;
  }
  return (
    parent.type === 'VariableDeclarator' &&
    isErrorDataType(parent.id.typeAnnotation?.typeAnnotation)
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

/** @param {Node} type @returns {boolean} */
function isErrorDataType(type) {
  return type?.type === 'TSTypeReference' && type.typeName.name === 'ErrorData';
}
