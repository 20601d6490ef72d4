import type { ServeRouterosHttpOptions, ServeRouterosOptions } from './options.js';

const seconds = { above: 0, unit: 'seconds' };

/** `errata serve routeros` as data. Nothing else is loaded to parse its flags and show its help. */
export const SERVE = {
  description:
    'Serve a fleet of MikroTik RouterOS 7 devices. On stdio for one host, or over HTTP for many.',
  transports: ['stdio', 'http'],
  listenAs: 'http',
  listen: {
    issuer: { flag: '--issuer <url>', help: 'with --http: the issuer that signs the tokens' },
    url: {
      flag: '--url <url>',
      help: 'with --issuer: the URL that clients use, also the audience of the tokens',
    },
    trustEverybody: {
      flag: '--trust-everybody',
      help: 'with --http on loopback: no tokens, every caller is administrator',
    },
  } satisfies { [K in keyof ServeRouterosHttpOptions['http']]?: object },
  options: {
    environment: {
      ...{ flag: '--environment <name>', help: 'the environment of its devices', default: 'lab' },
      ...{ values: ['lab', 'staging', 'prod'], env: 'ERRATA_ROUTEROS_ENVIRONMENT' },
    },
    database: {
      ...{ flag: '--database <url>', help: 'a file for SQLite, or postgres://…' },
      env: 'ERRATA_ROUTEROS_DATABASE',
    },
    keyFile: {
      ...{ flag: '--key-file <path>', env: 'ERRATA_ROUTEROS_KEY_FILE' },
      help: 'the key that encrypts credentials, if $ERRATA_ROUTEROS_KEY is not set',
    },
    toolNames: {
      flag: '--tool-names <form>',
      help: 'tools are registry/list (literal), registry_list (portable), or portable for known hosts only (by-host)',
      ...{ values: ['literal', 'portable', 'by-host'], default: 'by-host' },
    },
    role: {
      flag: '--role <role>',
      help: 'on stdio: the role of the user. An operator can neither approve plans nor set flags',
      ...{ values: ['read_only', 'operator', 'admin'], default: 'admin' },
    },
    toolFailures: { flag: '--tool-failures <form>' },
    requestTimeout: {
      ...{ flag: '--request-timeout <s>', help: 'limit of one request to a device' },
      // A day for a request is already nonsense, and a plan that lives for a month is no plan.
      ...{ number: seconds, longest: 86_400, default: 5 },
    },
    planLife: {
      ...{ flag: '--plan-life <s>', help: 'how long a plan can be applied' },
      ...{ number: seconds, longest: 2_592_000, default: 900 },
    },
  } satisfies { [K in keyof ServeRouterosOptions]?: object },
  examples: `
  errata serve routeros
  errata serve routeros --http --port 3000 --trust-everybody
  errata serve routeros --http --port 3000 --issuer https://login.example.org \\
    --url https://routers.example.org/mcp --environment prod`,
  problem: (given: Readonly<Record<string, unknown>>, transport: string) =>
    transport === 'stdio' || given['issuer'] !== undefined || given['trustEverybody'] === true
      ? undefined
      : '--http needs --issuer <url>, the issuer that signs the tokens\nOn loopback only: --trust-everybody lets every caller in without a token.',
} as const;
