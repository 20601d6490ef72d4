import type { Command } from 'commander';
import { given } from '../../given.js';
import type { ExitCode, Perform } from '../../perform.js';
import type { Terminal } from '../../terminal.js';
import { UsageError } from '../../usage-error.js';
import { addEngramOptions, toEngramOptions, type EngramFlags } from './engram-flags.js';
import { failureOptions } from './failure-options.js';
import { serveSystem } from './serve-system.js';
import { assertTransport } from './transport.js';

type Env = Readonly<Record<string, string | undefined>>;

const HTTP_FLAGS = ['port', 'host', 'url', 'tokens', 'trustEverybody'] as const;

export function addServeEngram(serve: Command, perform: Perform, env: Env = process.env): void {
  const command = serve
    .command('engram')
    .summary('a memory gateway for agents')
    .description(
      'Serve a memory gateway: what agents are to remember goes through policy and audit to OpenMemory, and waits in an outbox while that is down. On stdio for a host that starts it, or over HTTP for many.',
    );
  addEngramOptions(command)
    .addHelpText(
      'after',
      [
        '',
        'From the environment, where secrets belong:',
        '  ERRATA_ENGRAM_TOKEN           with --http: one token that everybody shares',
        '  ERRATA_ENGRAM_ADMIN_KEY       the key that changes governance',
        '  ERRATA_ENGRAM_OPENMEMORY_KEY  the key of OpenMemory',
        '  ERRATA_ENGRAM_LOGBOOK         as --logbook; its URL may have a password',
        '  ERRATA_ENGRAM_OPENMEMORY      as --openmemory',
        '',
        'Examples:',
        '  errata serve engram',
        '  errata serve engram --user alice --lang zh',
        '  errata serve engram --http --port 3000 --trust-everybody --user alice',
        '  errata serve engram --http --port 3000 --tokens /etc/engram/tokens \\',
        '    --logbook postgres://db.example.org/engram \\',
        '    --openmemory https://memory.example.org',
        '',
        'Exit codes: 1 it could not start, 2 it was called wrongly; it says why.',
        '',
        'docs/systems/engram.md tells how to connect a host, and what is kept where.',
      ].join('\n'),
    )
    .action((flags: EngramFlags) => perform((terminal) => serveEngram(flags, env, terminal)));
}

async function serveEngram(flags: EngramFlags, env: Env, terminal: Terminal): Promise<ExitCode> {
  assertTransport(flags, {
    http: HTTP_FLAGS,
    // With tokens, the token says who is asking.
    stdio: flags.trustEverybody === true ? [] : ['user'],
  });
  assertAccess(flags, env);
  const { serveOnHttp, serveOnStdio } = await import('@errata/engram');
  const options = { ...toEngramOptions(flags), ...(await failureOptions(flags)), env };
  const http = given(flags, ...HTTP_FLAGS);
  return serveSystem(
    'engram',
    flags.http === true
      ? { http: () => serveOnHttp({ ...options, http }) }
      : { stdio: () => serveOnStdio(options) },
    terminal,
  );
}

/** Tokens or trust: one of the two has to be chosen, and a file of tokens is no use where everybody is trusted. */
function assertAccess({ http, tokens, trustEverybody }: EngramFlags, env: Env): void {
  if (tokens !== undefined && trustEverybody === true) {
    throw new UsageError('--tokens and --trust-everybody contradict each other: choose one');
  }
  const shared = env['ERRATA_ENGRAM_TOKEN'] ?? '';
  if (http !== true || tokens !== undefined || trustEverybody === true || shared !== '') return;
  throw new UsageError(
    '--http needs --tokens <file>, or one token for everybody in $ERRATA_ENGRAM_TOKEN',
    'On loopback only: --trust-everybody lets everybody in without a token.',
  );
}
