/** The certificate of a device is not the one that its record asks for. */
export class CertificateRefused extends Error {
  readonly code: string;
  /** SHA-256 of what the device presents, where that could be seen. */
  readonly presented: string | undefined;

  constructor(code: string, presented: string | undefined, cause?: unknown) {
    super(`The certificate was refused: ${code}`, { cause });
    this.name = 'CertificateRefused';
    this.code = code;
    this.presented = presented;
  }
}

// What OpenSSL says of a chain that it does not accept; the names are those of X509_V_ERR_*.
const VERIFY_CODES = new Set([
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_DECRYPT_CERT_SIGNATURE',
  'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERROR_IN_CERT_NOT_BEFORE_FIELD',
  'ERROR_IN_CERT_NOT_AFTER_FIELD',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
  'HOSTNAME_MISMATCH',
  'EE_KEY_TOO_SMALL',
  'CA_KEY_TOO_SMALL',
  'CA_MD_TOO_WEAK',
]);

/** Whether an error of a TLS connection says that the certificate was not accepted. */
export function isCertificateCode(code: string): boolean {
  return VERIFY_CODES.has(code) || /^(?:CERT_|ERR_TLS_CERT_)/.test(code);
}
