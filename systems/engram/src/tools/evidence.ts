import { createHash } from 'node:crypto';
import { engram, okResult } from '@errata/catalogs/engram';
import { z } from 'zod';
import { MAX_EVIDENCE_BYTES } from '../logbook/evidence.js';
import type { EngramArgumentsOf } from './arguments.js';
import type { ReadTool, WriteTool } from './tool.js';

export const evidenceUpload: WriteTool<'evidence_upload'> = {
  name: 'evidence_upload',
  title: 'Upload evidence',
  description:
    'Store a text or file that supports memories, up to 1 MiB. Pass its sha256 as evidence to memory_store. Uploading the same bytes again changes nothing.',
  module: 'evidence',
  effect: 'write',
  destructive: false,
  idempotent: true,
  output: z.object({
    sha256: z.string(),
    size: z.number().describe('Bytes'),
    mime: z.string(),
  }),
  async decide(args, { actor, logbook, lines }) {
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
          // Whether another user had the same bytes is not disclosed.
          result: okResult(evidence),
          line: lines.uploaded(sha256, put.size),
          record: { action: 'done', evidence },
        };
      },
    };
  },
};

function bytesOf({ content, content_base64 }: EngramArgumentsOf<'evidence_upload'>): Uint8Array {
  return content === undefined
    ? Buffer.from(content_base64 ?? '', 'base64')
    : Buffer.from(content, 'utf8');
}

/** Characters of a text in JSON; an answer has it twice. */
const MOST = 2 * MAX_EVIDENCE_BYTES;

const TEXT = /^text\/|json$|xml$|yaml$/;

export const evidenceRead: ReadTool<'evidence_read'> = {
  name: 'evidence_read',
  title: 'Read evidence',
  description: 'Read the content with this sha256. Every caller who knows the hash may read it.',
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
  async run({ sha256 }, { logbook, lines }) {
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
    // A text that is mostly escapes is returned as bytes.
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

/** Undefined if the bytes are no text, whatever their sender called them. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
