import { sqlFun, sqlFunContract } from '@errata/catalogs/sql-fun';
import { createView, Fault } from '@errata/core';
import { toolText } from '@errata/core/internal';
import { describe, expect, it } from 'vitest';
import { TOO_MANY_CLIENTS } from '../daemon/daemon-connection.js';
import { HOW_TO_START, notAllowedHere, notAllowedThere, unreachable } from './faults.js';

const details = 'The server says a lot about what happened there, and goes on. '.repeat(9);
const sought = { target: 'pid_file', name: '/run/user/1000/sql-fun/sql-fun-server.pid' } as const;
const TARGETS = ['table', 'context', 'config_file', 'directory', 'query_file', 'schema_file'];

/** Every suggestion of the catalog, by its target. A server that is not reachable gets one from the proxy. */
const DECLARED = sqlFun.definitions
  .filter(({ reason }) => reason !== 'SERVER_NOT_REACHABLE')
  .flatMap((definition) =>
    TARGETS.map((target) => {
      const name = target === 'context' ? 'mcp' : 'order_items';
      return new Fault(definition, { target, name, table: 'order_items' }, { details });
    }),
  );

const FAULTS: readonly Fault[] = [
  ...new Map(DECLARED.map((fault) => [fault.suggestion, fault])).values(),
  unreachable(sought, details, { suggestion: HOW_TO_START }),
  unreachable(sought, details, { suggestion: 'Ask the user about this file' }),
  notAllowedHere(),
  notAllowedThere(true),
  notAllowedThere(false),
  sqlFun.INTERNAL_ERROR({}, TOO_MANY_CLIENTS),
];

describe.each(['jsonrpc', '2025-11-25', '2026-07-28'] as const)('the text of %s', (era) => {
  it.each(
    FAULTS.map((fault) => ({ fault, suggestion: fault.suggestion ?? 'do not repeat the call' })),
  )('has the whole suggestion: $suggestion', ({ fault, suggestion }) => {
    const text = toolText(fault, sqlFunContract, createView({ era }));
    expect(text).toContain(`Next: ${suggestion}`);
    for (const step of fault.nextSteps ?? []) expect(text).toContain(step);
  });
});
