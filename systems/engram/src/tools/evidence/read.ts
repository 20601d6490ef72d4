import { engram, okResult } from '@errata/catalogs/engram';
import { z } from 'zod';
import { MAX_EVIDENCE_BYTES } from '../../logbook/index.js';
import { LINES } from '../lines.js';
import type { ReadTool } from '../tool.js';

/** Characters of a text in JSON; an answer has it twice. */
const MOST = 2 * MAX_EVIDENCE_BYTES;

const TEXT = /^text\/|json$|xml$|yaml$/;

export const evidenceRead: ReadTool<'evidence_read'> = {
  name: 'evidence_read',
  title: 'Read evidence',
  description: 'What was uploaded under this sha256. Whoever knows the hash may read it.',
  module: 'evidence',
  effect: 'read',
  output: z.object({
    found: z.boolean(),
    sha256: z.string(),
    size: z.number().optional().describe('Bytes'),
    mime: z.string().optional(),
    created_at: z.string().optional(),
    created_by: z.string().optional(),
    content: z.string().optional().describe('If it is text'),
    content_base64: z.string().optional().describe('If it is not'),
  }),
  async run({ sha256 }, { logbook, settings }) {
    const lines = LINES[settings.lang];
    const got = await logbook.evidence.get(sha256);
    if (!got.ok) {
      if (got.problem !== 'corrupt') {
        return { result: okResult({ found: false, sha256 }), line: lines.noEvidence(sha256) };
      }
      throw engram.LOGBOOK_DB_CHECK_FAILED(
        { service: 'logbook', check: `evidence ${sha256}` },
        { effect: 'none', suggestion: lines.uploadAgain },
      );
    }
    const { bytes, size, mime, created_at, created_by } = got;
    const text = TEXT.test(mime) ? decode(bytes) : undefined;
    // A text that is mostly escapes is told as what it is: bytes.
    const content = text !== undefined && JSON.stringify(text).length <= MOST ? text : undefined;
    return {
      result: okResult({
        ...{ found: true, sha256, size, mime, created_at, created_by },
        ...(content === undefined
          ? { content_base64: Buffer.from(bytes).toString('base64') }
          : { content }),
      }),
      line: lines.evidence(mime, size, created_by),
      ...(content !== undefined && { body: content }),
    };
  },
};

/** Undefined where the bytes are no text, whatever their sender called them. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
