import type { ToolHints } from '@errata/core/internal';
import type { ClientConnection } from './connection.js';
import type { RecoveringOptions } from './options.js';
import type { HintSource } from './recover-call.js';
import type { ToolBook } from './tool-book.js';

export interface HintSourceOptions {
  readonly book: ToolBook;
  readonly connection: ClientConnection;
  readonly annotations: RecoveringOptions['annotations'];
  readonly trustAnnotations: boolean | undefined;
}

/** The hints of one tool: the caller's, then the server's if it is trusted. Other requests have none. */
export function createHintSource(
  tool: string | undefined,
  { book, connection, annotations, trustAnnotations = true }: HintSourceOptions,
): HintSource {
  const own = tool === undefined ? undefined : ask(annotations, tool);
  if (tool === undefined || own !== undefined || !trustAnnotations) {
    return { peek: () => own ?? {}, find: async () => own };
  }
  return {
    peek: () => book.peek(tool),
    async find() {
      try {
        await connection.open();
        return await book.find(tool);
      } catch {
        return undefined; // without hints nothing of unknown effect is repeated
      }
    },
  };
}

function ask(annotations: RecoveringOptions['annotations'], tool: string): ToolHints | undefined {
  try {
    return annotations?.(tool);
  } catch {
    return undefined; // knowing nothing is the careful answer
  }
}
