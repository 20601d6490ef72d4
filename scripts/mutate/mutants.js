// What may be changed in a source file, so that a test should fail. Each change keeps the syntax valid.
import ts from 'typescript';

/**
 * @typedef {object} Mutant
 * @property {string} kind
 * @property {number} line
 * @property {string} before the changed line, as it is
 * @property {string} after
 * @property {string} text the whole file with the change
 */

/** @typedef {readonly [node: ts.Node, text: string]} Change */

/** @type {Record<string, string>} */
const COMPARISONS = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===' };
/** @type {Record<string, string>} */
const LOGIC = { '&&': '||', '||': '&&', '??': '&&' };
/** @type {Record<string, string>} */
const ARITHMETIC = {
  ...{ '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' },
  ...{ '+=': '-=', '-=': '+=', '++': '--', '--': '++', '&': '|', '|': '&', '<<': '>>', '>>': '<<' },
};
/** @type {Record<string, string>} */
const METHODS = {
  ...{ some: 'every', every: 'some', min: 'max', max: 'min', find: 'findLast' },
  ...{ findIndex: 'findLastIndex', indexOf: 'lastIndexOf', lastIndexOf: 'indexOf' },
  ...{ startsWith: 'endsWith', endsWith: 'startsWith', toLowerCase: 'toUpperCase', flatMap: 'map' },
};
/** A call of one of these is replaced by what it is called on. */
const DROPPED = ['filter', 'slice', 'sort', 'toSorted', 'reverse', 'trim', 'trimEnd', 'replace'];

/** @type {Record<string, (node: ts.Node) => readonly Change[]>} */
const MUTATORS = {
  condition(node) {
    const tested = ts.isIfStatement(node) ? node.expression : undefined;
    const chosen = ts.isConditionalExpression(node) ? node.condition : undefined;
    const both = tested ?? chosen;
    if (both !== undefined) return ['true', 'false'].map((text) => [both, text]);
    const repeated = ts.isWhileStatement(node) ? node.expression : undefined;
    const counted = ts.isForStatement(node) ? node.condition : undefined;
    const once = repeated ?? counted;
    return once === undefined ? [] : [[once, 'false']];
  },
  comparison: (node) => operator(node, COMPARISONS),
  logic(node) {
    if (!ts.isBinaryExpression(node)) return [];
    const other = LOGIC[node.operatorToken.getText()];
    // In parentheses, because ?? may not stand beside && or ||.
    return other === undefined
      ? []
      : [[node, `((${node.left.getText()}) ${other} (${node.right.getText()}))`]];
  },
  arithmetic: (node) => operator(node, ARITHMETIC),
  negation: (node) =>
    ts.isPrefixUnaryExpression(node) &&
    [ts.SyntaxKind.ExclamationToken, ts.SyntaxKind.MinusToken].includes(node.operator)
      ? [[node, node.operand.getText()]]
      : [],
  statement: (node) =>
    ts.isExpressionStatement(node) ||
    ts.isThrowStatement(node) ||
    ts.isBreakOrContinueStatement(node)
      ? [[node, ';']]
      : [],
  constant(node) {
    if (ts.isNumericLiteral(node)) return [[node, String(Number(node.text) + 1)]];
    if (ts.isStringLiteral(node)) return isName(node) ? [] : [[node, node.text ? "''" : "'x'"]];
    if (ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      return ts.isTaggedTemplateExpression(node.parent) ? [] : [[node, '``']];
    }
    if (node.kind === ts.SyntaxKind.TrueKeyword) return [[node, 'false']];
    return node.kind === ts.SyntaxKind.FalseKeyword ? [[node, 'true']] : [];
  },
  method(node) {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
    const { name, expression } = node.expression;
    if (DROPPED.includes(name.text)) return [[node, expression.getText()]];
    return Object.hasOwn(METHODS, name.text) ? [[name, METHODS[name.text] ?? '']] : [];
  },
  pattern(node) {
    if (!ts.isRegularExpressionLiteral(node)) return [];
    const [, source = '', flags = ''] = /^\/(.*)\/(\w*)$/s.exec(node.text) ?? [];
    const weaker = [...flags].filter((flag) => 'ims'.includes(flag));
    return [
      ...weaker.map((flag) => [source, flags.replace(flag, '')]),
      ...patternsLike(source).map((pattern) => [pattern, flags]),
    ]
      .filter(([pattern = '', kept]) => pattern !== '' && isPattern(pattern, kept))
      .map(([pattern, kept]) => [node, `/${pattern}/${kept}`]);
  },
};

/**
 * @param {ts.Node} node
 * @param {Record<string, string>} table
 * @returns {readonly Change[]}
 */
function operator(node, table) {
  if (ts.isBinaryExpression(node)) {
    const other = table[node.operatorToken.getText()];
    return other === undefined ? [] : [[node.operatorToken, other]];
  }
  if (!ts.isPostfixUnaryExpression(node)) return [];
  const other = table[ts.tokenToString(node.operator) ?? ''];
  return other === undefined ? [] : [[node, `${node.operand.getText()}${other}`]];
}

/**
 * Names of members and modules: a change is seen by the compiler.
 * @param {ts.StringLiteral} node
 */
function isName({ parent }) {
  return (
    (ts.isPropertyAssignment(parent) && parent.name.kind === ts.SyntaxKind.StringLiteral) ||
    ts.isElementAccessExpression(parent)
  );
}

/**
 * The pattern with one thing changed: a repetition, a negation, an assertion.
 * @param {string} source
 */
function patternsLike(source) {
  /** @type {Record<string, string>} */
  const others = {
    ...{ '[': '[^', '[^': '[', '^': '', $: '', '\\b': '', '+': '*', '*': '+' },
    ...{ '(?=': '(?!', '(?!': '(?=', '(?<=': '(?<!', '(?<!': '(?<=' },
  };
  const found = [];
  const token = /\\b|\\.|\[\^?(?:\\.|[^\]\\])*\]|\(\?<?[=!]|\{(\d+)(,?)(\d*)\}|[\^$+*]/gsu;
  for (const { 0: text, 1: least, 2: comma, 3: most, index } of source.matchAll(token)) {
    const key = text.startsWith('[^') ? '[^' : text.startsWith('[') ? '[' : text;
    const other =
      least === undefined
        ? key in others && `${others[key]}${text.slice(key.length)}`
        : `{${Number(least) + 1}${comma}${most}}`;
    if (typeof other !== 'string') continue;
    found.push(source.slice(0, index) + other + source.slice(index + text.length));
  }
  return found;
}

/** @param {string} source @param {string | undefined} flags */
function isPattern(source, flags) {
  try {
    return new RegExp(source, flags) instanceof RegExp;
  } catch {
    // A changed part was needed: a class without end, a repetition of nothing.
    return false;
  }
}

/**
 * Every mutant of a source file, in the order of its text.
 * @param {string} file
 * @param {string} text
 * @returns {Mutant[]}
 */
export function mutantsOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  /** @type {Mutant[]} */
  const mutants = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (isTypeOnly(node)) return;
    for (const [kind, mutate] of Object.entries(MUTATORS)) {
      for (const [changed, replacement] of mutate(node)) {
        mutants.push(apply(source, kind, changed, replacement));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return mutants;
}

/** @param {ts.Node} node */
function isTypeOnly(node) {
  return (
    ts.isTypeNode(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node)
  );
}

/**
 * @param {ts.SourceFile} source
 * @param {string} kind
 * @param {ts.Node} node
 * @param {string} replacement
 * @returns {Mutant}
 */
function apply(source, kind, node, replacement) {
  const start = node.getStart(source);
  const text = source.text.slice(0, start) + replacement + source.text.slice(node.end);
  const line = source.getLineAndCharacterOfPosition(start).line;
  const lineOf = (/** @type {string} */ all) => (all.split('\n')[line] ?? '').trim();
  return { kind, line: line + 1, before: lineOf(source.text), after: lineOf(text), text };
}
