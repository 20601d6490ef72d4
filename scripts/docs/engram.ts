import { z } from 'zod';
import { NAME } from '../../systems/engram/src/policy/actor.js';
import { DEFAULT_GOVERNANCE, policyUpdate } from '../../systems/engram/src/policy/governance.js';
import { type PolicyRule, RULES } from '../../systems/engram/src/policy/rules.js';
import { reliabilityReport } from '../../systems/engram/src/report/reliability-report.js';
import { TOOL_ARGUMENTS } from '../../systems/engram/src/tools/arguments.js';
import type { AnyTool } from '../../systems/engram/src/tools/tool.js';
import { TOOLS } from '../../systems/engram/src/tools/tools.js';
import { FAILURE_PARTS } from './engram-failures.js';
import { codeText, codeTexts, markdownTable, type Parts } from './markdown.js';

const ALL = Object.values(TOOLS) as readonly AnyTool[];

/** The parts about tools and policy, by the name in their mark. */
const TOOL_PARTS = {
  /** Every rule of the policy: what it does to a call, and what governance changes it by. */
  rules: () =>
    markdownTable(
      ['rule', 'does', 'changed by', 'message', '`--lang zh`'],
      Object.entries<PolicyRule>(RULES).map(([name, { action, setting, en, zh }]) => [
        codeText(name),
        DOES[action],
        setting === undefined ? '' : codeText(setting),
        en,
        zh,
      ]),
    ),
  /** What governance decides, and what is in force until it does. */
  settings: () => {
    const { properties = {} } = schemaOf(policyUpdate);
    const { team_write_enabled, policy } = DEFAULT_GOVERNANCE;
    const defaults: Readonly<Record<string, unknown>> = { ...policy };
    return markdownTable(
      ['setting', 'at first', 'type and limits', 'meaning'],
      [
        [
          codeText('team_write_enabled'),
          valueOf(team_write_enabled),
          'boolean',
          'Whether anything is written to team and organisation spaces',
        ],
        ...Object.entries(properties).map(([name, schema]) => [
          codeText(`policy.${name}`),
          valueOf(defaults[name]),
          describeType(schema),
          schema.description ?? '',
        ]),
      ],
    );
  },
  /** What the audit and the report count. */
  actions: () => {
    const { properties = {} } = schemaOf(reliabilityReport.shape.operations);
    return markdownTable(
      ['`action`', 'meaning'],
      Object.entries(properties).map(([action, { description = '' }]) => [
        codeText(action),
        description,
      ]),
    );
  },
  /** Every tool: what it does to what is stored, what it is for, and what its result has. */
  tools: () =>
    markdownTable(
      ['tool', 'effect', 'module', 'what it does', 'members of the result'],
      ALL.map((tool) => [
        codeText(tool.name),
        effectOf(tool),
        codeText(tool.module),
        tool.description,
        codeTexts(Object.entries(tool.output.shape).map(memberOf)),
      ]),
    ),
  /** Every argument of every tool: type, limits, default. */
  arguments: () =>
    markdownTable(
      ['tool', 'argument', 'type and limits', 'default', 'meaning'],
      ALL.flatMap(({ name }) => {
        const { properties = {}, required = [] } = schemaOf(TOOL_ARGUMENTS[name]);
        return Object.entries(properties).map(([argument, schema], index) => [
          index === 0 ? codeText(name) : '',
          codeText(argument),
          describeType(schema),
          required.includes(argument) ? 'required' : defaultOf(schema),
          schema.description ?? '',
        ]);
      }),
    ),
} as const satisfies Parts;

/** The generated parts of docs/systems/engram.md, by the name in their mark. */
export const PARTS = { ...TOOL_PARTS, ...FAILURE_PARTS } as const;

/** The arguments as JSON Schema, as clients get them. */
function schemaOf(schema: z.ZodType): ArgumentSchema {
  return z.toJSONSchema(schema, { io: 'input' }) as ArgumentSchema;
}

function effectOf(tool: AnyTool): string {
  if (tool.effect === 'read') return 'reads';
  const kind = tool.destructive ? 'writes, may overwrite or remove' : 'writes';
  return tool.idempotent ? `${kind}; twice is as once` : kind;
}

function memberOf([name, type]: [string, z.core.$ZodType]): string {
  return type._zod.optout === 'optional' ? `${name}?` : name;
}

function defaultOf({ default: value }: ArgumentSchema): string {
  return value === undefined ? '' : codeText(JSON.stringify(value));
}

const DOES: Readonly<Record<PolicyRule['action'], string>> = {
  redirect: 'redirects',
  reject: 'rejects',
  deny: 'denies',
};

function valueOf(value: unknown): string {
  if (!Array.isArray(value)) return codeText(String(value));
  return value.length === 0 ? 'empty' : codeTexts(value as string[]);
}

/** As much of JSON Schema as the arguments of tools need. */
interface ArgumentSchema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: ArgumentSchema;
  readonly properties?: Readonly<Record<string, ArgumentSchema>>;
  readonly required?: readonly string[];
}

/** The type of an argument and its limits, in a few words. */
export function describeType(schema: ArgumentSchema): string {
  switch (schema.type) {
    case 'string':
      return describeText(schema);
    case 'integer':
      return `integer, ${schema.minimum} to ${grouped(schema.maximum)}`;
    case 'array':
      return `list of at most ${grouped(schema.maxItems)}: ${describeType(schema.items ?? {})}`;
    case 'object':
      return schema.properties === undefined
        ? 'object'
        : `object with ${codeTexts(Object.keys(schema.properties))}`;
    default:
      return schema.type ?? 'anything';
  }
}

function describeText({ enum: words, format, pattern, maxLength }: ArgumentSchema): string {
  if (words !== undefined) return codeTexts(words);
  const kind = format ?? describePattern(pattern);
  return maxLength === undefined ? kind : `${kind}, at most ${grouped(maxLength)} characters`;
}

/** Patterns that have a word for them. No text may contain NUL, which is not worth mentioning. */
const PATTERNS: ReadonlyMap<string, string> = new Map([
  [NAME.source, 'name'],
  ['^[^\\x00]*$', 'text'],
  ['^[0-9A-Fa-f]{64}$', '64 hexadecimal digits'],
]);

function describePattern(pattern: string | undefined): string {
  return pattern === undefined ? 'text' : (PATTERNS.get(pattern) ?? codeText(pattern));
}

const grouped = (count: number | undefined): string =>
  (count ?? Number.POSITIVE_INFINITY).toLocaleString('en-US');
