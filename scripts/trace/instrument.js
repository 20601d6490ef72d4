// Puts a call of `enter` at the start of every function of a source file.
import ts from 'typescript';

/** One function of our sources. @typedef {{ file: string, name: string }} TracedFunction */

/**
 * The source with the calls in it. Each function that is found is added to `functions`; its place in the list is its number.
 * @param {string} file path from the root of the repository
 * @param {string} text
 * @param {TracedFunction[]} functions
 */
export function instrument(file, text, functions) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  /** @type {{ at: number, text: string }[]} */
  const inserts = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    const body = bodyOf(node);
    if (body !== undefined) {
      const enter = `__enter(${functions.length})`;
      functions.push({ file, name: nameOf(node, source) });
      if (ts.isBlock(body)) {
        inserts.push({ at: body.getStart() + 1, text: `${enter};` });
      } else {
        inserts.push({ at: body.getStart(), text: `(${enter},(` }, { at: body.end, text: '))' });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  let result = text;
  // From the end, so that the places before it stay right. Of two at one place, the outer function comes first in the text.
  const ordered = inserts.map((insert, order) => ({ ...insert, order }));
  ordered.sort((a, b) => b.at - a.at || b.order - a.order);
  for (const insert of ordered) {
    result = result.slice(0, insert.at) + insert.text + result.slice(insert.at);
  }
  return result;
}

/** @param {ts.Node} node */
function bodyOf(node) {
  return ts.isFunctionLike(node) && 'body' in node
    ? /** @type {ts.ConciseBody | undefined} */ (node.body)
    : undefined;
}

/**
 * What a reader searches for: its own name, or the name around it and its line.
 * @param {ts.Node} node
 * @param {ts.SourceFile} source
 */
function nameOf(node, source) {
  const own = ownName(node);
  if (own !== undefined) return own;
  const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  for (let around = node.parent; around !== undefined; around = around.parent) {
    const name = ts.isFunctionLike(around) ? ownName(around) : undefined;
    if (name !== undefined) return `${name}:${line}`;
  }
  return `line ${line}`;
}

/**
 * @param {ts.Node} node
 * @returns {string | undefined}
 */
function ownName(node) {
  if (ts.isConstructorDeclaration(node)) return `new ${node.parent.name?.text ?? ''}`;
  const { name } = /** @type {ts.NamedDeclaration} */ (node);
  if (name !== undefined) return name.getText();
  const { parent } = node;
  const named =
    ts.isVariableDeclaration(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isPropertyDeclaration(parent);
  return named ? parent.name.getText() : undefined;
}
