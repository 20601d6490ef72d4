import { codeText, codeTexts, markdownTable } from '@errata/system/docs';
import { z } from 'zod';
import { TOOL_ARGUMENTS, TOOLS, type AnyTool } from '../tools/index.js';
import { describeType, type ArgumentSchema } from './describe-type.js';

const ALL = Object.values(TOOLS) as readonly AnyTool[];

/** Every tool: what it does to what is stored, what it is for, and what its result has. */
export function renderToolTable(): string {
  return markdownTable(
    ['tool', 'effect', 'module', 'what it does', 'members of the result'],
    ALL.map((tool) => [
      codeText(tool.name),
      effectOf(tool),
      codeText(tool.module),
      tool.description,
      codeTexts(Object.entries(tool.output.shape).map(memberOf)),
    ]),
  );
}

/** Every argument of every tool: type, limits, default. */
export function renderArgumentTable(): string {
  return markdownTable(
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
  );
}

/** The arguments as JSON Schema, as clients are told of them. */
export function schemaOf(schema: z.ZodType): ArgumentSchema {
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
