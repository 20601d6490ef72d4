import type { SampleOptions } from '../sample/create-sample.js';
import type { PortOptions } from '../serve.js';

/** `errata serve erlmcp` as data. Nothing else is loaded to parse its flags and show its help. */
export const SERVE = {
  description:
    'Serve the sample of the kit: a calculator, the files of a folder and a prompt. On stdio for one host, or over HTTP or TCP for many.',
  transports: ['stdio', 'http', 'tcp'],
  listenAs: 'listen',
  listen: {
    trustEverybody: {
      flag: '--trust-everybody',
      help: 'with --host: accept every caller, without tokens',
    },
  } satisfies { [K in keyof PortOptions]?: object },
  options: {
    root: { flag: '--root <folder>', help: 'a folder whose files are resources' },
    upstream: { flag: '--upstream <url>', help: 'the source of the resource upstream:report' },
    admin: { flag: '--admin', help: 'let clients add and remove tools' },
    deadline: {
      ...{ flag: '--deadline <s>', help: 'limit of one tool call; 0: none' },
      ...{ number: { unit: 'seconds' }, default: 5 },
    },
    'rate.burst': {
      ...{ flag: '--rate <burst>', help: 'requests of a client at once; default: no limit' },
      number: { whole: true, min: 1 },
    },
    'rate.perSecond': {
      ...{ flag: '--per-second <n>', help: 'with --rate: how many more each second' },
      number: { above: 0 },
    },
    toolFailures: { flag: '--tool-failures <form>' },
    maxMessageBytes: {
      ...{ flag: '--max-message-bytes <n>', help: 'limit of one message', default: 1_048_576 },
      number: { whole: true, min: 1024 },
    },
  } satisfies { [K in keyof SampleOptions | `rate.${'burst' | 'perSecond'}`]?: object },
  examples: `
  errata serve erlmcp
  errata serve erlmcp --root notes --upstream https://example.org/report.json
  errata serve erlmcp --http --port 3000 --rate 100 --per-second 20
  errata serve erlmcp --tcp --port 4000 --admin`,
  problem({ rate }: Readonly<Record<string, unknown>>) {
    const both = rate === undefined || Object.keys(rate as object).length === 2;
    return both ? undefined : '--rate and --per-second go together';
  },
} as const;
