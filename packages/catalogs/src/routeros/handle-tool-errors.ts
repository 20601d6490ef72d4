import { classify, Fault, GENERIC_DOMAIN, isFault } from '@errata/core/fault';
import { routerosContract } from './contract.js';
import { suggestionFor } from './strategy.js';
import type { ToolTier } from './tool-tier.js';

export interface HandledTool {
  readonly toolName: string;
  readonly tier: ToolTier;
}

/**
 * Wrap a tool so that whatever it throws is a fault of this catalog that names the tool. A declared fault passes as it
 * is; arguments that the tool refused itself (`classify(error, { input: true })`), a missing permission and a deadline
 * are recognised; anything else is INTERNAL_ERROR.
 */
export function handleToolErrors({ toolName, tier }: HandledTool) {
  return <A extends readonly unknown[], T>(tool: (...args: A) => T | Promise<T>) =>
    async (...args: A): Promise<T> => {
      try {
        return await tool(...args);
      } catch (thrown) {
        if (isFault(thrown) && thrown.domain !== GENERIC_DOMAIN) throw thrown;
        const fault = routerosContract.adopt(classify(thrown));
        throw withTool(fault, { tool_name: toolName, tool_tier: tier });
      }
    };
}

function withTool(fault: Fault, tool: Readonly<Record<string, string>>): Fault {
  const declared = new Set(fault.definition.fields.map(({ name }) => name));
  const named = Object.entries(tool).filter(([name]) => declared.has(name));
  const { strategy, retryAfter, suggestion = suggestionFor(strategy, retryAfter) } = fault;
  return new Fault(
    fault.definition,
    { ...fault.context, ...Object.fromEntries(named) },
    { ...fault.given, strategy, suggestion },
  );
}
