import type { Spans } from './spans.js';

type Issuer = readonly [prefix: string, body: string];

const ALNUM = '[A-Za-z0-9]';
const URL_SAFE = '[A-Za-z0-9_-]';
const HEX = '[0-9a-f]';

/** Keys that name their issuer, so that a prefix is proof enough. Bodies are single runs: linear by construction. */
export const ISSUERS: readonly Issuer[] = [
  ['sk-', `${URL_SAFE}{16,}`], // OpenAI, Anthropic (sk-ant-), OpenRouter, DeepSeek
  ...prefixes(['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'], `${ALNUM}{8,}`), // Stripe
  ['whsec_', '[A-Za-z0-9+/]{16,}'], // Stripe, Svix webhooks
  ...prefixes(['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], `${ALNUM}{16,}`),
  ['github_pat_', '[A-Za-z0-9_]{20,}'],
  ...prefixes(['glpat-', 'gldt-', 'glrt-', 'glptt-', 'glcbt-', 'glsoat-', 'gloas-'], `${URL_SAFE}{16,}`),
  ...prefixes(['xoxa-', 'xoxb-', 'xoxe-', 'xoxo-', 'xoxp-', 'xoxr-', 'xoxs-', 'xapp-'], '[A-Za-z0-9.-]{8,}'), // Slack
  ['hooks.slack.com/services/', '[A-Za-z0-9/]{16,}'],
  ['api.telegram.org/bot', '[A-Za-z0-9:_-]{16,}'],
  ...prefixes(['AKIA', 'ASIA', 'ABIA', 'ACCA'], '[A-Z0-9]{16,}'), // AWS
  ['AIza', `${URL_SAFE}{30,}`], // Google
  ['ya29.', `${URL_SAFE}{16,}`],
  ['GOCSPX-', `${URL_SAFE}{16,}`],
  ['npm_', `${ALNUM}{30,}`],
  ['pypi-', `${URL_SAFE}{32,}`],
  ['SG.', `${URL_SAFE}{16,}\\.${URL_SAFE}{16,}`], // SendGrid
  ['SK', `${HEX}{32,}`], // Twilio
  ['hf_', `${ALNUM}{20,}`],
  ...prefixes(['dop_v1_', 'doo_v1_', 'dor_v1_'], `${HEX}{32,}`), // DigitalOcean
  ...prefixes(['shpat_', 'shpca_', 'shppa_', 'shpss_'], `${ALNUM}{16,}`), // Shopify
  ...prefixes(['sq0atp-', 'sq0csp-'], `${URL_SAFE}{16,}`), // Square
  ...prefixes(['dckr_pat_', 'lin_api_', 'figd_', 'glsa_', 'sntrys_', 'pscale_tkn_'], '[A-Za-z0-9_=+/-]{16,}'),
  ...prefixes(['gsk_', 'nvapi-', 'xai-', 'pplx-', 'tvly-', 'PMAK-'], `${URL_SAFE}{20,}`),
  ['dapi', `${HEX}{32,}`], // Databricks
  ['hvs.', `${URL_SAFE}{20,}`], // Vault
  ['ATATT3', '[A-Za-z0-9_=-]{20,}'], // Atlassian
  ['AGE-SECRET-KEY-1', '[A-Z0-9]{20,}'],
];

function prefixes(names: readonly string[], body: string): Issuer[] {
  return names.map((name) => [name, body]);
}

/** Every issued key, without regard to what stands before it. */
export const ISSUED_SOURCE = ISSUERS.map(
  ([prefix, body]) => `${prefix.replaceAll('.', '\\.')}${body}`,
).join('|');

/** A key starts a word; an escaped newline or a percent escape may end right before it. */
const ISSUED = new RegExp(
  `(?:(?<![A-Za-z0-9])|(?<=\\\\[nrt])|(?<=%[0-9A-Fa-f]{2}))(?:${ISSUED_SOURCE})`,
  'g',
);
/** `sk-learn-pipeline-default` is a name: what was drawn at random has a digit or mixes cases. */
const RANDOM = /\d|[a-z][A-Z]/;

/** Find API keys of well-known issuers. */
export function findIssued(text: string, spans: Spans): void {
  ISSUED.lastIndex = 0;
  for (let found = ISSUED.exec(text); found !== null; found = ISSUED.exec(text)) {
    if (RANDOM.test(found[0])) spans.push(found.index, ISSUED.lastIndex);
  }
}

const SEGMENT = /[A-Za-z0-9_-]*/y;

/** Find JSON Web Tokens: at least a header that starts like `{"` and one more segment. */
export function findJwts(text: string, spans: Spans): void {
  let from = 0;
  for (let start = text.indexOf('eyJ'); start >= 0; start = text.indexOf('eyJ', from)) {
    let end = segmentEnd(text, start);
    const header = end - start;
    let segments = 1;
    while (text[end] === '.' && segments < 5) {
      const next = segmentEnd(text, end + 1);
      // Only the encrypted key of a JWE may be empty; a full stop after the token is not part of it.
      if (next === end + 1 && text[next] !== '.') break;
      segments++;
      end = next;
    }
    if (header >= 12 && segments > 1) spans.push(start, end);
    // A later start in the same run would end at the same place, so the run is never read twice.
    from = end;
  }
}

function segmentEnd(text: string, from: number): number {
  SEGMENT.lastIndex = from;
  SEGMENT.test(text);
  return SEGMENT.lastIndex;
}
