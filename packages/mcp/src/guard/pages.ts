import type { Met } from '@errata/core/internal';
import type { SdkRequest } from './sdk-shape.js';

const LISTS: ReadonlySet<string> = new Set([
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
]);

/** Which lists of a server go on behind their first page. `McpServer` never pages, and takes any cursor for the start. */
export class Pages {
  readonly #paged = new Set<string>();

  /** Whether a request goes on from where no page has ended yet. An empty cursor is how some clients say that they have none. */
  isDoubtful({ method, params }: SdkRequest): boolean {
    if (!LISTS.has(method) || this.#paged.has(method)) return false;
    const cursor = params?.['cursor'];
    return typeof cursor === 'string' && cursor !== '';
  }

  /** Take note of a page, and tell whether there is another behind it. */
  note(method: string, result: unknown): boolean {
    if (!LISTS.has(method)) return false;
    const { nextCursor } = (result ?? {}) as { nextCursor?: unknown };
    if (nextCursor === undefined) return false;
    this.#paged.add(method);
    return true;
  }
}

/** The same list from its start. */
export function firstPageOf(request: SdkRequest): SdkRequest {
  const { cursor: _cursor, ...params } = request.params ?? {};
  return { ...request, params };
}

/** Where everything fits on one page, no cursor was ever given. */
export function unknownCursor(method: string): Met {
  return {
    condition: 'invalid-params',
    context: {
      param: 'cursor',
      method,
      errors: [{ field: 'cursor', message: 'is none that this server gave' }],
    },
    given: { details: 'params.cursor is none that this server gave; ask without one' },
  };
}
