import type { ServeRouterosOptions } from '@errata/routeros';
import type { Command } from 'commander';
import { choiceOption } from '../../choice.js';
import { given } from '../../given.js';
import { numberOption } from '../../number-option.js';
import type { ExitCode, Perform } from '../../perform.js';
import type { Terminal } from '../../terminal.js';
import { UsageError } from '../../usage-error.js';
import {
  addJournalOptions,
  failureOptions,
  toolFailuresOption,
  type FailureFlags,
} from './failure-options.js';
import { serveSystem } from './serve-system.js';
import { addTransportOptions, assertTransport, type TransportFlags } from './transport.js';

interface RouterosFlags extends TransportFlags, FailureFlags {
  readonly issuer?: string;
  readonly url?: string;
  readonly environment?: 'lab' | 'staging' | 'prod';
  readonly database?: string;
  readonly keyFile?: string;
  readonly toolNames?: 'literal' | 'portable';
  readonly requestTimeout?: number;
  readonly planLife?: number;
}

const HTTP_FLAGS = ['port', 'host', 'issuer', 'url', 'trustEverybody'] as const;

const SECONDS = { above: 0, unit: 'seconds' };

export function addServeRouteros(serve: Command, perform: Perform): void {
  const command = serve
    .command('routeros')
    .summary('a fleet of MikroTik routers')
    .description(
      'Serve a fleet of MikroTik RouterOS 7 devices: on stdio for a host that starts it, or over HTTP for many.',
    );
  addTransportOptions(command)
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
    .addOption(toolFailuresOption())
    .addOption(
      numberOption('--request-timeout <s>', 'for one request to a device; 5 unless told', SECONDS),
    )
    .addOption(
      numberOption('--plan-life <s>', 'how long a plan can be applied; 900 unless told', SECONDS),
    );
  addJournalOptions(command)
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
        'Exit codes: 1 it could not start, 2 it was called wrongly; it says why.',
        '',
        'docs/systems/routeros.md tells how to connect a host and the first router.',
      ].join('\n'),
    )
    .action((flags: RouterosFlags) => perform((terminal) => serveRouteros(flags, terminal)));
}

async function serveRouteros(flags: RouterosFlags, terminal: Terminal): Promise<ExitCode> {
  assertTransport(flags, { http: HTTP_FLAGS });
  assertAccess(flags);
  const { serveOnHttp, serveOnStdio } = await import('@errata/routeros');
  const options = await optionsOf(flags);
  const http = given(flags, ...HTTP_FLAGS);
  return serveSystem(
    'routeros',
    flags.http === true
      ? { http: () => serveOnHttp({ ...options, http }) }
      : { stdio: () => serveOnStdio(options) },
    terminal,
  );
}

function assertAccess({ http, issuer, trustEverybody }: RouterosFlags): void {
  if (http !== true || issuer !== undefined || trustEverybody === true) return;
  throw new UsageError(
    '--http needs --issuer <url>, which signs the tokens of its users',
    'On loopback only: --trust-everybody lets everybody in without a token.',
  );
}

async function optionsOf(flags: RouterosFlags): Promise<ServeRouterosOptions> {
  const { requestTimeout, planLife } = flags;
  return {
    ...given(flags, 'environment', 'database', 'keyFile', 'toolNames'),
    ...(requestTimeout !== undefined && { requestTimeout: requestTimeout * 1000 }),
    ...(planLife !== undefined && { planLife: planLife * 1000 }),
    ...(await failureOptions(flags)),
  };
}
