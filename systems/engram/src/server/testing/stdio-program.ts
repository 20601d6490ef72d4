import { serveStdio } from '../serve-engram.js';

/** A gateway on stdio that tells its operator everything on standard error, a line each. */
const [logbook, evidenceFolder, openMemory, lang] = process.argv.slice(2) as [
  ...[string, string, string],
  ('en' | 'zh')?,
];

await serveStdio({
  ...{ logbook, evidenceFolder, openMemory, user: 'ann', openMemoryTimeout: 60_000 },
  ...(lang !== undefined && { lang }),
  openMemoryApi: 'embedded',
  env: {},
  onFault: ({ ref, mcp_error_code, tool_name }) => {
    process.stderr.write(`${JSON.stringify({ ref, mcp_error_code, tool_name })}\n`);
  },
});
