import { kept, notObserved, violated, type Case } from '../../case.js';
import { badCalls } from '../arguments/bad-calls.js';
import { MCP } from '../eras.js';
import { mcpLink } from '../links.js';
import { failedIn, type FailedIn } from './looks-failed.js';

const FORMS: readonly { readonly form: FailedIn; readonly name: string; readonly what: string }[] =
  [
    { form: 'text', name: 'error-text', what: 'whose text begins like an error' },
    { form: 'json', name: 'error-json', what: 'whose text is JSON that tells of an error' },
    {
      form: 'structured content',
      name: 'error-structured',
      what: 'whose structured content tells of an error',
    },
  ];

/** Failures that hosts, counters and retries take for successes. */
export const SILENT_CASES: readonly Case[] = FORMS.map(({ form, name, what }) => ({
  id: `mcp/2024-11-05/tools/silent-${name}`,
  group: 'silent',
  requirement: `A call that failed says isError: no success ${what}.`,
  link: mcpLink('tools', '2025-11-25', 'error-handling'),
  keyword: 'SHOULD',
  fix: 'Set "isError": true beside the same text: without it the host counts a success, and nothing retries, alerts or stops.',
  eras: MCP,
  async run(probe) {
    if (probe.callable.length === 0) return notObserved('no tool may be called');
    const calls = await badCalls(probe);
    const answered = calls.filter(({ exchange }) => exchange.reply !== undefined);
    if (answered.length === 0) return notObserved('no schema forbids anything');
    const silent = answered.filter(({ exchange }) => failedIn(exchange) === form);
    if (silent.length === 0) return kept;
    const tools = [...new Set(silent.map(({ tool }) => tool.name))];
    return violated(
      `${tools.join(', ')}: a success ${what}`,
      ...silent.map(({ exchange }) => exchange),
    );
  },
}));
