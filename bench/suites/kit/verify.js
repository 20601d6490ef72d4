import { isDeepStrictEqual } from 'node:util';
import { NAME, run } from './tool.js';

/**
 * What is wrong with a reply; undefined if it is right. Wrong arguments may be told as an error or as a result with `isError`, but
 * both of them have to be named.
 * @param {{ name: import('./cases.js').CaseName }} each
 * @param {import('./cases.js').Request} request
 * @param {string} text
 * @returns {string | undefined}
 */
export function whatIsWrong({ name }, request, text) {
  const { id, result, error } = JSON.parse(text);
  if (id !== request.id) return 'the id';
  switch (name) {
    case 'call':
      if (result === undefined || result.isError === true) return 'it failed';
      return isDeepStrictEqual(result.content, run(request.given).content)
        ? undefined
        : 'the result';
    case 'wrong arguments':
      if (error === undefined && result?.isError !== true) return 'it did not fail';
      return /\bb\b/.test(text) && text.includes('label')
        ? undefined
        : 'it does not name both arguments';
    case 'list': {
      const [tool] = result?.tools ?? [];
      const isComplete =
        tool?.name === NAME && isDeepStrictEqual(properties(tool), ['a', 'b', 'label']);
      return isComplete ? undefined : 'the list';
    }
  }
}

/** @param {{ inputSchema?: { properties?: object } }} tool */
function properties({ inputSchema }) {
  return Object.keys(inputSchema?.properties ?? {}).sort();
}
