import type { Era } from '@errata/core';

/** A client that sends what it is told and gives back what comes, and knows nothing of ids. */
export interface RawClient {
  readonly era: Era;
  /**
   * Send one message. Gives the next thing that is said: on a stream the next line that nobody has been given yet, over HTTP the
   * body of the answer to this POST, which may be empty.
   */
  ask(message: string | Uint8Array): Promise<string>;
  /** Send one message that is not to be answered, and give what was said to it all the same. */
  tell(message: string): Promise<string>;
  close(): Promise<void>;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Bytes as the one text that they stand for, so that equal texts were equal bytes. Throws where they are no UTF-8. */
export function exactText(bytes: Uint8Array): string {
  return UTF8.decode(bytes);
}
