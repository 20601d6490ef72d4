import type { CallOptions } from '../index.js';
import { nullOf } from './zoo.js';

export interface Call {
  readonly name: string;
  readonly types: readonly string[];
  readonly options: CallOptions;
  readonly sql: string;
}

/** A call in short: `f(int4,VARIADIC _text)`, `f(days=>int4)`, `count(*)`, `rank() over`; what is sorted by comes after `;`. */
export function readCall(text: string): Call {
  const [, name, direct, , sorted, over = ''] = /^(\w+)\(([^;]*)(;(.*))?\)( over)?$/.exec(text)!;
  if (direct === '*') return { name: name!, types: [], options: { star: true }, sql: text };
  const args = readArguments(direct!);
  const sortedBy = readArguments(sorted ?? '');
  const within = sorted === undefined ? '' : ` WITHIN GROUP (ORDER BY ${written(sortedBy)})`;
  const all = [...args, ...sortedBy];
  return {
    name: name!,
    types: all.map((arg) => arg.type),
    options: {
      argNames: all.flatMap((arg) => arg.name ?? []),
      variadicCall: all.some((arg) => arg.variadic),
    },
    sql: `"${name}"(${written(args)})${within}${over && ' OVER ()'}`,
  };
}

interface Argument {
  readonly name: string | undefined;
  readonly type: string;
  readonly variadic: boolean;
  readonly sql: string;
}

function written(args: readonly Argument[]): string {
  return args.map(({ sql }) => sql).join(', ');
}

function readArguments(text: string): readonly Argument[] {
  return text === '' ? [] : text.split(',').map(readArgument);
}

function readArgument(text: string): Argument {
  const [, variadic = '', name, type] = /^(VARIADIC )?(?:(\w+)=>)?(\w+)$/.exec(text)!;
  const sql = `${variadic}${name === undefined ? '' : `${name} => `}${nullOf(type!)}`;
  return { name, type: type!, variadic: variadic !== '', sql };
}
