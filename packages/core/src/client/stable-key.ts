import { peek } from '../fault/index.js';
import { isList, keysOf } from './peek.js';

const MAX_NODES = 10_000;
const MAX_DEPTH = 100;

/**
 * A short key that is the same for equal JSON, whatever the order of its members; undefined where the value is too large
 * to compare. The text itself is not kept: arguments can be megabytes, and they can be secrets.
 */
export function stableKey(value: unknown): string | undefined {
  const text = stableText(value);
  return text === undefined ? undefined : `${text.length.toString(36)}.${hash(text)}`;
}

/** JSON with sorted members; a cycle and what cannot be read are written as words. */
export function stableText(value: unknown): string | undefined {
  let nodes = 0;
  const open = new Set<unknown>();
  const write = (node: unknown): string | undefined => {
    if (++nodes > MAX_NODES || open.size > MAX_DEPTH) throw TOO_LARGE;
    switch (typeof node) {
      case 'string':
        return JSON.stringify(node);
      case 'number':
      case 'boolean':
        return String(node);
      case 'bigint':
        return `${node}n`;
      case 'object':
        return node === null ? 'null' : writeObject(node);
      default:
        return undefined; // JSON leaves them out as well
    }
  };
  const writeObject = (node: object): string => {
    if (open.has(node)) return '<cycle>';
    open.add(node);
    const text = isList(node) ? writeList(node) : writeMembers(node);
    open.delete(node);
    return text;
  };
  const writeList = (list: object): string => {
    const length = Number(peek(list, 'length'));
    const items: string[] = [];
    for (let i = 0; i < length; i++) items.push(write(peek(list, i)) ?? 'null');
    return `[${items.join()}]`;
  };
  const writeMembers = (node: object): string => {
    const toJson = peek(node, 'toJSON');
    if (typeof toJson === 'function') return `<${stringOf(node)}>`;
    const members = [...keysOf(node)].sort().flatMap((key) => {
      const text = write(peek(node, key));
      return text === undefined ? [] : `${JSON.stringify(key)}:${text}`;
    });
    return `{${members.join()}}`;
  };
  try {
    return write(value) ?? 'null';
  } catch {
    return undefined; // too large to compare, so it is not compared
  }
}

const TOO_LARGE = new RangeError('too large');

// Dates, URLs and the like: what JSON would make of them.
function stringOf(node: object): string {
  return String(JSON.stringify(node));
}

/** 64 bits out of two FNV-1a runs: nobody attacks a key that only refuses one's own calls. */
function hash(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x9dc5811c;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ (unit + i), 0x01000193);
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}
