import { createHash } from 'node:crypto';
import { engram, okResult } from '@errata/catalogs/engram';
import { z } from 'zod';
import { MAX_EVIDENCE_BYTES } from '../../logbook/index.js';
import type { ArgumentsOf } from '../arguments.js';
import { LINES } from '../lines.js';
import type { WriteTool } from '../tool.js';

export const evidenceUpload: WriteTool<'evidence_upload'> = {
  name: 'evidence_upload',
  title: 'Upload evidence',
  description:
    'Keep a text or file that memories rest on, up to 1 MiB; give its sha256 as evidence to memory_store. The same bytes again change nothing.',
  module: 'evidence',
  effect: 'write',
  destructive: false,
  idempotent: true,
  output: z.object({
    sha256: z.string(),
    size: z.number().describe('Bytes'),
    mime: z.string(),
  }),
  async decide(args, { actor, logbook, settings }) {
    const { mime } = args;
    const bytes = bytesOf(args);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const tool = this.name;
    if (bytes.byteLength > MAX_EVIDENCE_BYTES) {
      const param = args.content === undefined ? 'content_base64' : 'content';
      const expected = `<= ${MAX_EVIDENCE_BYTES} bytes`;
      throw engram.INVALID_PARAM_VALUE({ param, expected, tool });
    }
    if (args.sha256 !== undefined && args.sha256 !== sha256) {
      const expected = 'SHA-256(content)';
      throw engram.INVALID_PARAM_VALUE({ param: 'sha256', expected, tool });
    }
    const evidence = { sha256, size: bytes.byteLength, mime };
    return {
      decision: { action: 'allow', evidence },
      async run() {
        const put = await logbook.evidence.put(bytes, { mime, actor: actor.id });
        if (!put.ok) throw engram.INTERNAL_ERROR({}, { debug: `Evidence: ${put.problem}` });
        return {
          // Whether somebody else had the same bytes is not the caller's to know.
          result: okResult(evidence),
          line: LINES[settings.lang].uploaded(sha256, put.size),
          record: { action: 'done', evidence },
        };
      },
    };
  },
};

function bytesOf({ content, content_base64 }: ArgumentsOf<'evidence_upload'>): Uint8Array {
  return content === undefined
    ? Buffer.from(content_base64 ?? '', 'base64')
    : Buffer.from(content, 'utf8');
}
