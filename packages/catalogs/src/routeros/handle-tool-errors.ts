import { classify, Fault, isFault } from '@errata/core';
import { GENERIC_DOMAIN } from '@errata/core/internal';
import type { RouterosReason } from './catalog.js';
import { routerosContract } from './contract.js';
import { suggestionFor } from './strategy.js';
import type { ToolTier } from './tool-tier.js';

/** The tool whose failures `handleToolErrors` handles. */
export interface HandledTool {
  readonly toolName: string;
  readonly tier: ToolTier;
}

/**
 * Wrap a tool so that whatever it throws is a fault of this catalog that names the tool. A declared fault stays what it
 * is; arguments that the tool refused itself (`classify(error, { input: true })`), a missing permission and a deadline
 * are recognised; anything else is INTERNAL_ERROR.
 */
export function handleToolErrors({ toolName, tier }: HandledTool) {
  return <A extends readonly unknown[], T>(tool: (...args: A) => T | Promise<T>) =>
    async (...args: A): Promise<T> => {
      try {
        return await tool(...args);
      } catch (thrown) {
        const tool = { tool_name: toolName, tool_tier: tier };
        if (isFault(thrown) && thrown.domain !== GENERIC_DOMAIN) {
          throw NAMING.has(thrown.reason) ? named(thrown, tool) : thrown;
        }
        throw withTool(routerosContract.adopt(classify(thrown)), tool);
      }
    };
}

/** Failures of any tool that say which one it was. */
const NAMING: ReadonlySet<string> = new Set<RouterosReason>(['VALIDATION_ERROR', 'TIMEOUT']);

/** The same fault, with the tool where it has a place for it and nothing there yet. */
function named(fault: Fault, tool: Readonly<Record<string, string>>): Fault {
  const members = declaredOf(fault, tool);
  const isNamed = Object.keys(members).every((name) => Object.hasOwn(fault.context, name));
  if (isNamed) return fault;
  const given = { ...fault.given, ref: fault.ref };
  return new Fault(fault.definition, { ...members, ...fault.context }, given);
}

function withTool(fault: Fault, tool: Readonly<Record<string, string>>): Fault {
  const { strategy, retryAfter, suggestion = suggestionFor(strategy, retryAfter) } = fault;
  return new Fault(
    fault.definition,
    { ...fault.context, ...declaredOf(fault, tool) },
    { ...fault.given, strategy, suggestion },
  );
}

function declaredOf(fault: Fault, tool: Readonly<Record<string, string>>): object {
  const declared = new Set(fault.definition.fields.map(({ name }) => name));
  return Object.fromEntries(Object.entries(tool).filter(([name]) => declared.has(name)));
}
