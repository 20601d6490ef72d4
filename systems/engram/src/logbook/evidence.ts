import { createHash } from 'node:crypto';
import { parseEvidenceId, type EvidenceFiles, type EvidenceId } from './evidence-files.js';
import { addRow, fitText, type Ground } from './ground.js';

/** The kinds of evidence. */
export const EVIDENCE_MIMES = [
  'text/plain',
  'text/markdown',
  'text/csv',
  'text/html',
  'text/x-diff',
  'application/json',
  'application/xml',
  'application/yaml',
  'application/pdf',
  'image/png',
  'image/jpeg',
] as const;

export const MAX_EVIDENCE_BYTES = 1_048_576;

export interface NewEvidence {
  /** What the sender says that the hash is. */
  readonly sha256?: string;
  readonly mime: string;
  readonly actor: string;
  /** When it was uploaded, ISO 8601. Default: now. */
  readonly uploadedAt?: string;
}

/** What memories rest on, by the hash of its bytes: records in a database, bytes in files. A refusal stores nothing. */
export function createEvidence({ db, guard, at }: Ground, files: EvidenceFiles) {
  return {
    /** The same bytes again keep their first record, and repair a damaged file. */
    put: (bytes: Uint8Array, evidence: NewEvidence) =>
      guard.write(async () => {
        const given = evidence.sha256 === undefined ? undefined : parseEvidenceId(evidence.sha256);
        if (evidence.sha256 !== undefined && given === undefined) return refuse('malformed-hash');
        if (!EVIDENCE_MIMES.some((mime) => mime === evidence.mime))
          return refuse('unsupported-mime');
        if (bytes.byteLength > MAX_EVIDENCE_BYTES) return refuse('too-large');
        const id = hashOf(bytes);
        if (given !== undefined && given !== id) return refuse('hash-mismatch');
        // The file comes first: a file without a record is only room, a record without a file would be a lie.
        await files.write(id, bytes);
        const size = bytes.byteLength;
        const { mime, actor, uploadedAt: created_at = at() } = evidence;
        const row = { sha256: id, size, mime, created_at, created_by: fitText(actor) };
        const created = await addRow(db, 'evidence', row);
        return { ok: true as const, sha256: id, size, created };
      }),
    /** The bytes are those of the hash, or there are none. Corrupt: there is a record, and its bytes are gone or are others. */
    get: (sha256: string) =>
      guard.read(async () => {
        const id = parseEvidenceId(sha256);
        if (id === undefined) return refuse('malformed-hash');
        const query = db.selectFrom('evidence').selectAll().where('sha256', '=', id);
        const found = await query.executeTakeFirst();
        if (found === undefined) return refuse('not-found');
        const bytes = await files.read(id, MAX_EVIDENCE_BYTES);
        if (bytes === undefined || hashOf(bytes) !== id) return refuse('corrupt');
        return { ok: true as const, bytes, ...found };
      }),
  };
}

function refuse<P extends string>(problem: P): { readonly ok: false; readonly problem: P } {
  return { ok: false, problem };
}

function hashOf(bytes: Uint8Array): EvidenceId {
  return createHash('sha256').update(bytes).digest('hex') as EvidenceId;
}
