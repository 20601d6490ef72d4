import { notObserved, type Case } from '../../case.js';
import type { Probe } from '../../probe.js';
import { JSONRPC } from '../links.js';
import { harmlessOf, judgeLife } from './judge-life.js';

/** Something that no client should do, and that no server may die of. */
export interface Abuse extends Partial<Pick<Case, 'eras' | 'transports' | 'once'>> {
  readonly name: string;
  /** As in `… ended the server`. */
  readonly what: string;
  readonly fix: string;
  /** What is sent; a sentence where there is nothing to send it to. */
  texts(probe: Probe): readonly (string | Uint8Array)[] | string;
  /** Whether the texts are pieces of lines. */
  readonly raw?: boolean;
}

/** The case that a later request is answered. */
export function abuseCase({ name, what, fix, texts, raw = false, ...where }: Abuse): Case {
  return {
    once: true,
    ...where,
    id: `jsonrpc/5/alive-after-${name}`,
    group: 'life',
    requirement: `After ${what} a later request is answered.`,
    link: JSONRPC.responseObject,
    keyword: 'MUST',
    fix,
    async run(probe) {
      const made = texts(probe);
      if (typeof made === 'string') return notObserved(made);
      return judgeLife(probe, await probe.sendAll(made, { raw }), what);
    },
  };
}

/** A request that succeeds elsewhere, with one more parameter, whose value is JSON text. */
export function requestWith(probe: Probe, value: string): string {
  const { method, params } = harmlessOf(probe);
  return fill(probe.write(method, { ...params, errata: HOLE }), value);
}

const HOLE = '<errata>';

/** `tools/call` with one more argument, whose value is JSON text. */
export function callWith(probe: Probe, tool: string, args: object, value: string): string {
  return fill(
    probe.write('tools/call', { name: tool, arguments: { ...args, errata: HOLE } }),
    value,
  );
}

function fill(text: string, value: string): string {
  return text.replace(JSON.stringify(HOLE), () => value);
}

/** Lists within lists. */
export function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth);
}
