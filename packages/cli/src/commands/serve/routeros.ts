import type { ServeRouterosOptions } from '@errata/routeros';
import { UsageError } from '../../command.js';
import { optionsOf, SECONDS, type OptionRow } from '../../options.js';
import { load } from '../../systems.js';
import {
  chooseTransport,
  HTTP,
  journalOption,
  LISTEN,
  serveSystem,
  STDIO,
  TOOL_FAILURES,
  type ServeFlags,
  type SystemCommand,
} from './serve-system.js';

interface RouterosFlags extends ServeFlags {
  readonly issuer?: string;
}

const ROUTEROS_LISTEN = {
  ...LISTEN,
  issuer: ['--issuer <url>', 'with --http: who signs the tokens of its users'],
  url: ['--url <url>', 'with --issuer: how clients reach it, and the audience of the tokens'],
  trustEverybody: [
    '--trust-everybody',
    'with --http on loopback: no tokens, everybody is administrator',
  ],
} satisfies Record<string, OptionRow>;

const ROUTEROS_OPTIONS = {
  environment: [
    '--environment <name>',
    'where it works; default: lab',
    ['environment', 'lab', 'staging', 'prod'],
  ],
  database: ['--database <url>', 'a file for SQLite, or postgres://…'],
  keyFile: ['--key-file <path>', 'the key of the credentials, if $ERRATA_ROUTEROS_KEY has none'],
  toolNames: [
    '--tool-names <form>',
    'as topic/tool or topic_tool; default: topic_tool for known hosts',
    ['form of names', 'literal', 'portable', 'by-host'],
  ],
  role: [
    '--role <role>',
    'on stdio: what its user may do; an operator can neither approve plans nor set flags; default: admin',
    ['role', 'read_only', 'operator', 'admin'],
  ],
  toolFailures: TOOL_FAILURES,
  requestTimeout: ['--request-timeout <s>', 'for one request to a device; default: 5', SECONDS],
  planLife: ['--plan-life <s>', 'how long a plan can be applied; default: 900', SECONDS],
} satisfies { [K in keyof ServeRouterosOptions]?: OptionRow };

const HELP = `
Examples:
  errata serve routeros
  errata serve routeros --http --port 3000 --trust-everybody
  errata serve routeros --http --port 3000 --issuer https://login.example.org \\
    --url https://routers.example.org/mcp --environment prod

Exit codes: 1 it could not start, 2 it was called wrongly; it says why.

docs/systems/routeros.md tells how to connect a host and the first router.`;

export const ROUTEROS: SystemCommand<RouterosFlags> = {
  name: 'routeros',
  summary: 'a fleet of MikroTik routers',
  description:
    'Serve a fleet of MikroTik RouterOS 7 devices: on stdio for a host that starts it, or over HTTP for many.',
  options: [STDIO, HTTP, ...Object.values(ROUTEROS_LISTEN), ...Object.values(ROUTEROS_OPTIONS)],
  help: HELP,
  async run(flags, terminal) {
    const way = chooseTransport(flags, ['stdio', 'http'], ROUTEROS_LISTEN);
    if (way === 'http') assertAccess(flags);
    const { serveHttp, serveStdio } = await load('routeros');
    const options = {
      ...optionsOf<ServeRouterosOptions>(flags, ROUTEROS_OPTIONS),
      ...(await journalOption(flags)),
    };
    const http = optionsOf<Parameters<typeof serveHttp>[0]['http']>(flags, ROUTEROS_LISTEN);
    const served =
      way === 'http'
        ? { http: () => serveHttp({ ...options, http }) }
        : { stdio: () => serveStdio(options) };
    return serveSystem('routeros', served, terminal);
  },
};

function assertAccess({ issuer, trustEverybody }: RouterosFlags): void {
  if (issuer !== undefined || trustEverybody === true) return;
  throw new UsageError(
    '--http needs --issuer <url>, which signs the tokens of its users',
    'On loopback only: --trust-everybody lets everybody in without a token.',
  );
}
