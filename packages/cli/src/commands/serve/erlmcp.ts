import type { SampleOptions } from '@errata/erlmcp';
import { UsageError } from '../../command.js';
import { optionsOf, PORT, type OptionRow } from '../../options.js';
import { load } from '../../systems.js';
import {
  chooseTransport,
  HTTP,
  journalOption,
  serveSystem,
  STDIO,
  TOOL_FAILURES,
  type ServeFlags,
  type SystemCommand,
} from './serve-system.js';

const ERLMCP_LISTEN = {
  port: ['--port <n>', 'with --http or --tcp; default: a free one', PORT],
  host: ['--host <address>', 'with --http or --tcp; default: 127.0.0.1'],
  trustEverybody: [
    '--trust-everybody',
    'with --host: there are no tokens, whoever reaches it is let in',
  ],
} satisfies Record<string, OptionRow>;

const ERLMCP_OPTIONS = {
  root: ['--root <folder>', 'a folder whose files are resources'],
  upstream: ['--upstream <url>', 'what the resource upstream:report is fetched from'],
  admin: ['--admin', 'let clients add and remove tools'],
  deadline: [
    '--deadline <s>',
    'that a tool may take; default: 5, 0 for no limit',
    { unit: 'seconds' },
  ],
  burst: [
    '--rate <burst>',
    'requests of a client at once; default: no limit',
    { whole: true, min: 1 },
  ],
  perSecond: ['--per-second <n>', 'with --rate: how many more each second', { above: 0 }],
  toolFailures: TOOL_FAILURES,
  maxMessageBytes: [
    '--max-message-bytes <n>',
    'of one message; default: 1048576',
    { whole: true, min: 1024 },
  ],
} satisfies { [K in keyof (SampleOptions & NonNullable<SampleOptions['rate']>)]?: OptionRow };

const HELP = `
Examples:
  errata serve erlmcp
  errata serve erlmcp --root notes --upstream https://example.org/report.json
  errata serve erlmcp --http --port 3000 --rate 100 --per-second 20
  errata serve erlmcp --tcp --port 4000 --admin

Exit codes: 1 it could not start, 2 it was called wrongly; it says why.

docs/systems/erlmcp.md tells what it offers and how it fails.`;

export const ERLMCP: SystemCommand<ServeFlags> = {
  name: 'erlmcp',
  summary: 'a calculator and files, without any MCP SDK',
  description:
    'Serve the sample of the kit: a calculator, the files of a folder and a prompt. On stdio for a host that starts it, or over HTTP or TCP for many.',
  options: [
    STDIO,
    HTTP,
    ['--tcp', 'over TCP, a message per line'],
    ...Object.values(ERLMCP_LISTEN),
    ...Object.values(ERLMCP_OPTIONS),
  ],
  help: HELP,
  async run(flags, terminal) {
    const way = transportOf(flags);
    const own = toErlmcpOptions(flags);
    const { serveHttp, serveStdio, serveTcp } = await load('erlmcp');
    const options = { ...own, ...(await journalOption(flags)) };
    const listen = optionsOf<{ port: number; host: string; trustEverybody: boolean }>(
      flags,
      ERLMCP_LISTEN,
    );
    const served = {
      stdio: { stdio: () => serveStdio(options) },
      http: { http: () => serveHttp({ ...options, listen }) },
      // To whoever is told of it, a port is a port.
      tcp: { http: () => serveTcp({ ...options, listen }) },
    };
    return serveSystem('erlmcp', served[way], terminal);
  },
};

export function transportOf(flags: ServeFlags): 'stdio' | 'http' | 'tcp' {
  return chooseTransport(flags, ['stdio', 'http', 'tcp'], ERLMCP_LISTEN);
}

/** What the flags of its own mean to the server. */
export function toErlmcpOptions(flags: ServeFlags): SampleOptions {
  const { burst, perSecond, ...own } = optionsOf<
    SampleOptions & NonNullable<SampleOptions['rate']>
  >(flags, ERLMCP_OPTIONS);
  if ((burst === undefined) !== (perSecond === undefined)) {
    throw new UsageError('--rate and --per-second go together');
  }
  return {
    ...own,
    ...(burst !== undefined && perSecond !== undefined && { rate: { burst, perSecond } }),
  };
}
