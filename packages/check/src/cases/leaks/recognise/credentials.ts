import { byPatterns, type Row } from './recogniser.js';

/** What stands for a secret, and is none. */
const MASK =
  /^(?:[*•.x_#-]+|<.*>|\[.*\]|\{.*\}|\$\{?\w+\}?|%\w+%?|(?:your|my|the)?[-_]?(?:pass(?:word)?|pwd|secret|token|key|api[-_]?key|redacted|hidden|masked)(?:[-_]?here)?)$/i;

/** The core is the secret itself. */
const SECRETS: readonly Row[] = [
  [
    'a URL with a password',
    /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"']{0,100}:(?<core>[^\s/@"']{1,100})@[\w.[-]/i,
  ],
  ['a private key', /-----BEGIN (?:[A-Z]{2,12} ){0,3}PRIVATE KEY-----/],
  ['an access key of AWS', /\b(?<core>(?:AKIA|ASIA)[0-9A-Z]{16})\b/],
  ['a token of GitHub', /\b(?<core>gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{40,90})\b/],
  ['a token of Slack', /\b(?<core>xox[abeoprs]-[A-Za-z0-9-]{10,200})\b/],
  ['a key of Google', /\b(?<core>AIza[\w-]{35})(?![\w-])/],
  ['a key that begins with sk-', /\b(?<core>sk-(?=[\w-]{0,200}\d)[\w-]{20,200})(?![\w-])/],
  ['a JSON Web Token', /\b(?<core>eyJ[\w-]{8,2000}\.eyJ[\w-]{8,4000}\.[\w-]{0,2000})/],
  ['a bearer token', /\bBearer\s{1,4}(?<core>(?=[\w.~+/-]{0,200}\d)[\w.~+/-]{16,2000}={0,2})/i],
  [
    'a password',
    /\b(?:password|passwd|pwd|client_?secret|secret(?:_?key)?|api[-_]?key|access[-_]?token|auth[-_]?token)["']?(?:=|:\s?["']|["']\s?=>\s?["'])["']?(?<core>(?!\/)(?=[^\s"',;&)}]{0,100}\d)[^\s"',;&)}]{6,200})/i,
  ],
];

/** Secrets, by the form that they have everywhere. */
export const credentials = byPatterns(SECRETS, ({ groups }) => !MASK.test(groups?.['core'] ?? ''));
