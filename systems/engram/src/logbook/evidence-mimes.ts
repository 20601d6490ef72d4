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

export type EvidenceMime = (typeof EVIDENCE_MIMES)[number];

export function isEvidenceMime(text: string): text is EvidenceMime {
  return (EVIDENCE_MIMES as readonly string[]).includes(text);
}
