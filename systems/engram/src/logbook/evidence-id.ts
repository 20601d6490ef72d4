declare const evidenceId: unique symbol;

/** The SHA-256 of evidence in 64 small hexadecimal digits: it can name a file and nothing else. */
export type EvidenceId = string & { readonly [evidenceId]: true };

/** Undefined for anything but 64 hexadecimal digits. */
export function parseEvidenceId(text: string): EvidenceId | undefined {
  return /^[0-9a-f]{64}$/i.test(text) ? (text.toLowerCase() as EvidenceId) : undefined;
}
