import process from 'node:process';
import type { ServeRouterosOptions } from '@errata/routeros';
import type { Command } from 'commander';
import { choiceOption } from '../choice.js';
import { given } from '../given.js';
import { numberOption } from '../number-option.js';
import type { Perform } from '../perform.js';
import { running } from '../running.js';
import { refuseOtherSystems } from '../systems.js';
import type { Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';

interface RouterosFlags {
  readonly stdio?: boolean;
  readonly http?: boolean;
  readonly port?: number;
  readonly host?: string;
  readonly issuer?: string;
  readonly url?: string;
  readonly trustEverybody?: boolean;
  readonly environment?: 'lab' | 'staging' | 'prod';
  readonly database?: string;
  readonly keyFile?: string;
  readonly toolNames?: 'literal' | 'portable';
  readonly toolFailures?: 'contract' | 'result';
  readonly requestTimeout?: number;
  readonly planLife?: number;
  readonly journal: string | boolean;
}

const WAITING =
  'Waiting for an MCP host on standard input; Ctrl-C ends it. docs/systems/routeros.md tells more.\n';

const SECONDS = { above: 0, unit: 'seconds' };

export function addServeCommand(program: Command, perform: Perform): void {
  const serve = program
    .command('serve')
    .summary('run one of the systems as an MCP server')
    .description('Run one of the systems as an MCP server.');
  refuseOtherSystems(serve);
  serve
    .command('routeros')
    .summary('a fleet of MikroTik routers')
    .description(
      'Serve a fleet of MikroTik RouterOS 7 devices: on stdio for a host that starts it, or over HTTP for many.',
    )
    .option('--stdio', 'on standard input and output; the default')
    .option('--http', 'as Streamable HTTP, at /mcp')
    .addOption(
      numberOption('--port <n>', 'with --http; a free one unless told', {
        ...{ whole: true, max: 65_535 },
      }),
    )
    .option('--host <address>', 'with --http; 127.0.0.1 unless told')
    .option('--issuer <url>', 'with --http: who signs the tokens of its users')
    .option('--url <url>', 'with --issuer: how clients reach it, and the audience of the tokens')
    .option('--trust-everybody', 'with --http on loopback: no tokens, everybody is administrator')
    .addOption(
      choiceOption('--environment <name>', 'where it works; lab unless told', 'environment', [
        ...['lab', 'staging', 'prod'],
      ]),
    )
    .option('--database <url>', 'a file for SQLite, or postgres://…')
    .option('--key-file <path>', 'the key of the credentials, if $ERRATA_ROUTEROS_KEY has none')
    .addOption(
      choiceOption('--tool-names <form>', 'as topic/tool or topic_tool', 'form of names', [
        ...['literal', 'portable'],
      ]),
    )
    .addOption(
      choiceOption(
        '--tool-failures <form>',
        'as the contract has it, or always as results, which is what hosts show their models',
        'form of failures',
        ['contract', 'result'],
      ),
    )
    .addOption(
      numberOption('--request-timeout <s>', 'for one request to a device; 5 unless told', SECONDS),
    )
    .addOption(
      numberOption('--plan-life <s>', 'how long a plan can be applied; 900 unless told', SECONDS),
    )
    .option('--journal <path>', 'where failures are recorded for errata why')
    .option('--no-journal', 'record failures nowhere')
    .addHelpText(
      'after',
      [
        '',
        'Examples:',
        '  errata serve routeros',
        '  errata serve routeros --http --port 3000 --trust-everybody',
        '  errata serve routeros --http --port 3000 --issuer https://login.example.org \\',
        '    --url https://routers.example.org/mcp --environment prod',
        '',
        'Exit code 1: it could not start, and has said why.',
        '',
        'docs/systems/routeros.md tells how to connect a host and the first router.',
      ].join('\n'),
    )
    .action((flags: RouterosFlags) => perform((terminal) => serveRouteros(flags, terminal)));
}

async function serveRouteros(flags: RouterosFlags, terminal: Terminal) {
  assertTransport(flags);
  const { serveOnHttp, serveOnStdio } = await import('@errata/routeros');
  const common = await commonOptions(flags);
  return running(terminal, async () => {
    if (flags.http !== true) {
      const { closed } = await serveOnStdio(common);
      if (process.stdin.isTTY) terminal.err(WAITING);
      return { ended: closed };
    }
    const { url } = await serveOnHttp({
      ...common,
      http: given(flags, 'port', 'host', 'issuer', 'url', 'trustEverybody'),
    });
    terminal.err(`routeros is listening on ${url}\n`);
    return { ended: undefined };
  });
}

function assertTransport({ stdio, http, ...flags }: RouterosFlags): void {
  if (stdio === true && http === true) {
    throw new UsageError('--stdio and --http are two ways to serve: choose one');
  }
  if (http === true) {
    if (flags.issuer !== undefined || flags.trustEverybody === true) return;
    throw new UsageError(
      '--http needs --issuer <url>, which signs the tokens of its users',
      'On loopback only: --trust-everybody lets everybody in without a token.',
    );
  }
  const lost = (['port', 'host', 'issuer', 'url', 'trustEverybody'] as const).find(
    (name) => flags[name] !== undefined,
  );
  if (lost === undefined) return;
  const flag = lost === 'trustEverybody' ? 'trust-everybody' : lost;
  throw new UsageError(`--${flag} goes with --http`);
}

async function commonOptions(flags: RouterosFlags): Promise<ServeRouterosOptions> {
  const { requestTimeout, planLife, journal } = flags;
  const { createJournal } = await import('@errata/edges/observe');
  return {
    ...given(flags, 'environment', 'database', 'keyFile', 'toolNames', 'toolFailures'),
    ...(requestTimeout !== undefined && { requestTimeout: requestTimeout * 1000 }),
    ...(planLife !== undefined && { planLife: planLife * 1000 }),
    ...(journal !== false && {
      onFault: createJournal(typeof journal === 'string' ? { path: journal } : {}).onFault,
    }),
  };
}
