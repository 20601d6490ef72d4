import type { Params } from '@errata/core/internal';
import { memberText, onOneLine } from './json-slices.js';

/**
 * A request or notification from `"method"` on, as one line. The parameters are cut out of the source where there is one,
 * which has all their digits. The rest is written anew: server and relay must not read two keys of one name differently.
 */
export function messageBody(
  method: string,
  params: Params | undefined,
  source: string | undefined,
): string {
  const name = `"method":${JSON.stringify(method)}`;
  if (params === undefined) return `${name}}`;
  const own = source === undefined ? undefined : memberText(source, 'params');
  return `${name},"params":${own === undefined ? JSON.stringify(params) : onOneLine(own)}}`;
}
