import { firstOf, type Scan } from './spans.js';

/**
 * A prefix, the characters that may follow it, and how many of them at least. The prefix is literal but for classes in
 * brackets, so that the fast filter can read it position by position.
 */
type Issuer = readonly [prefix: string, chars: string, min: number];

const ALNUM = 'A-Za-z0-9';
const URL_SAFE = 'A-Za-z0-9_-';
const HEX = '0-9a-f';

/** Keys that name their issuer, so that a prefix is proof enough. Each is one run: linear by construction. */
export const ISSUERS: readonly Issuer[] = [
  ['sk-', URL_SAFE, 16], // OpenAI, Anthropic (sk-ant-), OpenRouter, DeepSeek
  ['[rs]k_live_', ALNUM, 8], // Stripe
  ['[rs]k_test_', ALNUM, 8],
  ['whsec_', 'A-Za-z0-9+/', 16], // Stripe, Svix
  ['gh[oprsu]_', ALNUM, 16], // GitHub
  ['github_pat_', 'A-Za-z0-9_', 20],
  ...each(['glpat-', 'gl[dr]t-', 'glptt-', 'glcbt-', 'glsoat-', 'gloas-'], URL_SAFE, 16), // GitLab
  ['xox[abeoprs]-', 'A-Za-z0-9-', 8], // Slack
  ['xapp-', 'A-Za-z0-9-', 16],
  ['hooks.slack.com/services/', 'A-Za-z0-9/', 16],
  ['api.telegram.org/bot', 'A-Za-z0-9:_-', 16],
  ['A[KS]IA', 'A-Z0-9', 16], // AWS
  ['AIza', URL_SAFE, 30], // Google
  ['ya29.', URL_SAFE, 16],
  ['GOCSPX-', URL_SAFE, 16],
  ['npm_', ALNUM, 30],
  ['pypi-', URL_SAFE, 32],
  ['SG.', 'A-Za-z0-9_.-', 34], // SendGrid
  ['SK[0123456789abcdef]', HEX, 31], // Twilio
  ['hf_', ALNUM, 20], // Hugging Face
  ['do[opr]_v1_', HEX, 32], // DigitalOcean
  ['shp[acps][ast]_', ALNUM, 16], // Shopify
  ['sq0[ac][st]p-', URL_SAFE, 16], // Square
  ...each(['dckr_pat_', 'lin_api_', 'figd_', 'glsa_', 'sntrys_', 'pscale_tkn_'], URL_SAFE, 16),
  ...each(['gsk_', 'nvapi-', 'xai-', 'pplx-', 'tvly-', 'PMAK-'], URL_SAFE, 20),
  ['dapi[0123456789abcdef]', HEX, 31], // Databricks
  ['hvs.', URL_SAFE, 20], // Vault
  ['ATATT3', 'A-Za-z0-9_=-', 20], // Atlassian
  ['AGE-SECRET-KEY-1', 'A-Z0-9', 20],
];

function each(prefixes: readonly string[], chars: string, min: number): Issuer[] {
  return prefixes.map((prefix) => [prefix, chars, min]);
}

/** The characters allowed at each position of a prefix. */
export function prefixPositions(prefix: string): string[] {
  return Array.from(prefix.matchAll(/\[([^\]]+)\]|./g), ([char, group]) => group ?? char);
}

/** Every issued key, whatever comes before it. */
export const ISSUED_SOURCE = ISSUERS.map(
  ([prefix, chars, min]) => `${prefix.replaceAll('.', '\\.')}[${chars}]{${min},}`,
).join('|');

/** A key starts a word; an escaped newline or a percent escape may end right before it. */
const ISSUED = new RegExp(
  `(?:(?<![A-Za-z0-9])|(?<=\\\\[nrt])|(?<=%[0-9A-Fa-f]{2}))(?:${ISSUED_SOURCE})`,
  'g',
);
/** `sk-learn-pipeline-default` is a name: what was drawn at random has a digit or mixes cases. */
const RANDOM = /\d|[a-z][A-Z]/;

/** Find API keys of well-known issuers. */
export function findIssued(scan: Scan): void {
  const { text, steps } = scan;
  ISSUED.lastIndex = 0;
  for (let found = ISSUED.exec(text); found !== null; found = ISSUED.exec(text)) {
    if (RANDOM.test(found[0])) scan.mask(found.index, ISSUED.lastIndex);
  }
  steps.count += text.length;
}

const segmentEnd = firstOf(/[^A-Za-z0-9_-]/g);

/** Find JSON Web Tokens: at least a header that starts like `{"` and one more segment. */
export function findJwts(scan: Scan): void {
  const { text } = scan;
  let from = 0;
  for (let start = text.indexOf('eyJ'); start >= 0; start = text.indexOf('eyJ', from)) {
    let end = scan.next(segmentEnd, start);
    const header = end - start;
    let segments = 1;
    while (text[end] === '.' && segments < 5) {
      const next = scan.next(segmentEnd, end + 1);
      // Only the encrypted key of a JWE may be empty; a full stop after the token is not part of it.
      if (next === end + 1 && text[next] !== '.') break;
      segments++;
      end = next;
    }
    if (header >= 12 && segments > 1) scan.mask(start, end);
    // A later start in the same run would end at the same place, so the run is never read twice.
    from = end;
  }
}
