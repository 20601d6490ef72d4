import { ERA_RULES, STANDARD_CODES, type Era } from './eras.js';

/** Whether a number may be emitted in an era, and the rule that says so. */
export interface CodeVerdict {
  readonly allowed: boolean;
  readonly level: 'standard' | 'defined' | 'free' | 'should-not' | 'must-not';
  readonly rule: string;
}

/**
 * Judge a number for an era as an application's own code. Codes that the specification itself defines are
 * `defined`: allowed, but only with the specified meaning, which the caller has to know.
 */
export function judgeCode(code: number, era: Era): CodeVerdict {
  const rules = ERA_RULES[era];
  if (!Number.isSafeInteger(code)) {
    return {
      allowed: false,
      level: 'must-not',
      rule: 'JSON-RPC 2.0 §5.1: error.code must be an integer',
    };
  }
  if ((STANDARD_CODES as readonly number[]).includes(code)) {
    return { allowed: true, level: 'standard', rule: 'JSON-RPC 2.0 §5.1 defines it' };
  }
  if (rules.retired.includes(code)) {
    return {
      allowed: false,
      level: 'must-not',
      rule: `MCP ${era} retired ${code}: it must not be emitted any more`,
    };
  }
  if (Object.values(rules.codes).includes(code)) {
    return { allowed: true, level: 'defined', rule: `MCP ${era} defines it` };
  }
  const band = rules.reserved.find(({ from, to }) => code >= from && code <= to);
  if (band !== undefined) return { allowed: false, level: band.level, rule: band.rule };
  return {
    allowed: true,
    level: 'free',
    rule:
      code >= -32099 && code <= -32000
        ? 'JSON-RPC 2.0 §5.1 leaves -32099…-32000 to implementations'
        : 'outside the reserved range, free for applications',
  };
}
