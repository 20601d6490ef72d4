import { defineCatalog } from '@errata/core';
import { defineFailures, joinFailures, standardFailures } from '@errata/core/internal';
import { MCP_REVISIONS, type McpRevision } from './revisions.js';

/**
 * The code in revisions that define none for a failure. The number of another revision would mean nothing there, or
 * something else.
 */
const exceptIn = (own: McpRevision, code: number): Readonly<Partial<Record<McpRevision, number>>> =>
  Object.fromEntries(MCP_REVISIONS.filter((era) => era !== own).map((era) => [era, code]));

const featureFailures = defineFailures({
  CAPABILITY_NOT_SUPPORTED: {
    code: -32601,
    title: 'Capability not supported',
    category: 'protocol',
    condition: 'capability-not-supported',
    when: 'The method belongs to a capability that the peer did not advertise',
    context: { reason: 'string' },
    details: (c) => c.reason,
    recovery: 'report_and_abort',
    suggestion: 'Use only capabilities that the server announced',
    http: 501,
  },
  UNKNOWN_TOOL: {
    code: -32602,
    title: 'Unknown tool',
    category: 'validation',
    condition: 'unknown-tool',
    when: 'tools/call names a tool that is not there',
    context: { tool: 'string' },
    details: (c) => `No tool ${JSON.stringify(c.tool)}`,
    recovery: 'fix_and_retry',
    suggestion: 'Use a tool that this server lists (tools/list)',
    http: 404,
  },
  PROMPT_NOT_FOUND: {
    code: -32602,
    title: 'Prompt not found',
    category: 'validation',
    condition: 'prompt-not-found',
    when: 'prompts/get names a prompt that is not there',
    context: { prompt: 'string' },
    details: (c) => `No prompt ${JSON.stringify(c.prompt)}`,
    recovery: 'fix_and_retry',
    suggestion: 'Use a prompt that this server lists (prompts/list)',
    http: 404,
  },
  RESOURCE_NOT_FOUND: {
    code: -32002,
    title: 'Resource not found',
    category: 'resource',
    condition: 'resource-not-found',
    when: 'resources/read names a URI that is not there',
    context: { uri: 'string' },
    details: (c) => `No resource ${JSON.stringify(c.uri)}`,
    recovery: 'fix_and_retry',
    suggestion: 'Use the URI of a resource that this server lists (resources/list)',
    http: 404,
  },
  URL_ELICITATION_REQUIRED: {
    code: -32042,
    codes: exceptIn('2025-11-25', -32603),
    title: 'URL elicitation required',
    category: 'elicitation',
    condition: 'url-elicitation-required',
    when: 'The user has to visit a URL before the request can go on',
    context: {
      elicitations: {
        type: 'object[]',
        items: {
          mode: { type: 'string', values: ['url'] },
          elicitationId: 'string',
          url: 'string',
          message: 'string',
        },
      },
    },
    recovery: 'user_action_required',
    suggestion: 'Show the user the URL, wait for completion, then call again',
  },
  USER_REJECTED: {
    code: -1,
    title: 'User rejected sampling request',
    category: 'sampling',
    when: 'The user of the client said no to a sampling request',
    recovery: 'user_action_required',
    suggestion: 'Continue without sampling, or ask the user',
  },
});

const statelessFailures = defineFailures({
  HEADER_MISMATCH: {
    code: -32020,
    codes: exceptIn('2026-07-28', -32600),
    title: 'Header mismatch',
    category: 'transport',
    condition: 'header-mismatch',
    when: 'A required HTTP header is missing, malformed or does not say what the body says',
    context: { header: 'string?' },
    details: (c) =>
      c.header === undefined
        ? 'The HTTP headers do not match the body'
        : `The header ${c.header} is missing or does not match the body`,
    recovery: 'fix_and_retry',
    suggestion: 'Set the headers from the body; for Mcp-Param-* headers, call tools/list first',
    http: 400,
  },
  MISSING_REQUIRED_CLIENT_CAPABILITY: {
    code: -32021,
    codes: exceptIn('2026-07-28', -32600),
    title: 'Missing required client capability',
    category: 'protocol',
    condition: 'missing-client-capability',
    when: 'The request needs a capability that the client did not declare',
    context: { requiredCapabilities: 'object' },
    details: (c) => `The client has to declare ${Object.keys(c.requiredCapabilities).join(', ')}`,
    recovery: 'fix_and_retry',
    suggestion: 'Declare the capabilities in _meta, if the client has them, and call again',
    http: 400,
  },
  UNSUPPORTED_PROTOCOL_VERSION: {
    code: -32022,
    codes: exceptIn('2026-07-28', -32602),
    title: 'Unsupported protocol version',
    category: 'protocol',
    condition: 'unsupported-version',
    when: 'The peer does not speak the version of the request',
    context: { supported: 'string[]', requested: 'string' },
    details: (c) => `Version ${c.requested} is not supported; supported: ${c.supported.join(', ')}`,
    recovery: 'fix_and_retry',
    suggestion: 'Choose a version from data.supported and call again',
    http: 400,
  },
});

/** The failures that MCP itself defines, over all its revisions. `MCP_CODES_BY_REVISION` says which revision has which. */
export const mcp = defineCatalog(
  'mcp',
  joinFailures(standardFailures, joinFailures(featureFailures, statelessFailures)),
  {
    unexpected: 'INTERNAL_ERROR',
    owner: 'specification',
    sharedCodes: true,
    eras: MCP_REVISIONS,
  },
);
