import type { CheckIo } from '../../src/check/check-io.js';

const same = (text: string): string => text;

/** Remembers all that is written. */
export function fakeIo(folder: string, more: Partial<CheckIo> = {}) {
  const written = { out: '', err: '', annotated: '' };
  const io: CheckIo = {
    out: (text) => void (written.out += text),
    err: (text) => void (written.err += text),
    annotate: (text) => void (written.annotated += text),
    progress: () => undefined,
    columns: 80,
    colors: { bold: same, dim: same, red: same, yellow: same, cyan: same },
    folder,
    signal: new AbortController().signal,
    readStdin: async () => new Uint8Array(),
    watch: () => ({ close: () => undefined }),
    ...more,
  };
  return { io, written };
}
