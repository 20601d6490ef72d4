import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sqlFunContract } from '@errata/catalogs/sql-fun';
import { createView, Fault } from '@errata/core';
import { toolText } from '@errata/core/internal';
import { faultOf, temporaryFolder } from '@errata/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { contextFor } from '../../systems/sql-fun/lab/testing/context-for.js';
import {
  METHOD_NAMES,
  METHODS,
  type MethodContext,
  type MethodName,
} from '../../systems/sql-fun/src/methods/index.js';
import { readPage } from './system-page.js';

const { page } = readPage('sql-fun');

const folder = temporaryFolder();
let [model, person]: MethodContext[] = [];

beforeAll(async () => {
  const project = folder('shop');
  mkdirSync(project);
  for (const [, name, end] of page.matchAll(/cat > \/tmp\/shop\/(\S+) <<'(\w+)'\n/g)) {
    const text = page.split(`/tmp/shop/${name} <<'${end}'\n`)[1]!.split(`\n${end}\n`)[0]!;
    writeFileSync(join(project, name!), `${text}\n`);
  }
  [model, person] = [await contextFor(project, { mcp: true }), await contextFor(project)];
});

/** Another one each time. */
const REF = / ref=corr-\w+/;

describe('what a model reads on the page', () => {
  const examples = [...page.matchAll(/^\$ ask (\w+) '(.*)'\n([\s\S]*?)(?=\n\n?\$|\n```)/gm)];

  it('is there', () => expect(examples.length).toBeGreaterThan(6));

  it.each(examples.map(([, name, args, expected]) => [name as MethodName, args!, expected!]))(
    '%s %s',
    async (name, args, expected) => {
      const answer = METHODS[name].run(JSON.parse(args), model!);
      if (!/^[A-Z_]+: /.test(expected))
        return expect(METHODS[name].toText(await answer)).toBe(expected);
      const { definition, context, given } = await faultOf(answer);
      const fault = new Fault(definition, context, { ...given, effect: 'none' });
      const text = toolText(fault, sqlFunContract, createView({ era: '2026-07-28' }));
      expect(text.replace(REF, '')).toBe(expected.replace(REF, ''));
    },
  );
});

describe('what the server answers on the page', () => {
  interface Request {
    readonly method: string;
    readonly params?: { readonly _meta?: unknown };
  }
  const examples = [...page.matchAll(/^\$ say '(.*)'\n(\{.*\})$/gm)]
    .map(([, request, reply]) => [request!, reply!] as const)
    // The rest is about the connection, or about another config.
    .filter(([request]) => METHOD_NAMES.some((name) => request.includes(`"${name}","params"`)));

  it('is there', () => expect(examples.length).toBeGreaterThan(4));

  it.each(examples)('%s', async (request, reply) => {
    const { method, params } = JSON.parse(request) as Request;
    const { result, error } = JSON.parse(reply) as { result?: unknown; error?: unknown };
    const answer = METHODS[method as MethodName].run(params, person!);
    if (error === undefined) return expect(await answer).toEqual(result);
    const view = { era: params?._meta === undefined ? 'jsonrpc' : '2026-07-28' } as const;
    const fault = await faultOf(answer);
    expect({
      code: sqlFunContract.number(fault, view.era),
      message: sqlFunContract.message(fault, view),
      data: sqlFunContract.data(fault, view),
    }).toEqual(error);
  });
});
