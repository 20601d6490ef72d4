import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measure, readSizes, writeSizes, type Size } from './testing/measure.js';
import { readDoor } from './testing/readme.js';
import { manifestOf, ROOT, startRegistry, TOOLS, type Registry } from './testing/registry.js';
import { isThere, order, SETUPS, type, type Setup } from './testing/setups.js';

const GUARD = readDoor('I have a TypeScript server');
const CHECK = readDoor('I have any server');
const KIT = readDoor('I write a new one');

/** The program of the README with the imports of SDK v1. */
const guardedV1 = GUARD.program!.replace(
  /import \{ McpServer.*\nimport \{ StdioServerTransport.*/,
  `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { McpError as ProtocolError } from '@modelcontextprotocol/sdk/types.js';`,
);

/** The server before guard. */
const bare = GUARD.program!.replace(/^(guard\(|import \{ guard).*\n/gm, '');

const V1 = 'npm i @modelcontextprotocol/sdk zod';
const V2 = 'npm i @modelcontextprotocol/server zod';

interface Case {
  readonly name: string;
  /** What the user has before. */
  readonly before?: string;
  readonly commands: readonly string[];
  readonly file: string;
  readonly program: string;
  readonly answer: RegExp;
}

const SERVERS: readonly Case[] = [
  {
    name: 'guard on SDK v1',
    before: V1,
    ...{ commands: GUARD.commands, file: 'my-server.mjs', program: guardedV1 },
    answer: /"text":"ERROR_31010: No umbrella left\./,
  },
  {
    name: 'guard on SDK v2',
    before: V2,
    ...{ commands: GUARD.commands, file: 'my-server.mjs', program: GUARD.program! },
    answer: /"text":"ERROR_31010: No umbrella left\./,
  },
  {
    name: 'a server on the kit',
    ...{ commands: KIT.commands, file: 'new-server.mjs', program: KIT.program! },
    answer: /"text":"OUT_OF_STOCK: No umbrella left\. Nothing was changed\. Next: offer another/,
  },
];

/** Every entry point that the doors bring and users import. */
const ENTRIES = ['core', 'catalogs', 'edges', 'mcp', 'kit'].flatMap((name) =>
  Object.keys(manifestOf(`packages/${name}`).exports ?? {})
    .filter((path) => !path.startsWith('./internal'))
    .map((path) => `@errata/${name}${path.slice(1)}`),
);

let registry: Registry;

beforeAll(async () => {
  registry = await startRegistry();
});

afterAll(() => registry?.close());

async function emptyFolder(name: string): Promise<string> {
  const folder = join(registry.folder, 'doors', name.replace(/\W+/g, '-'));
  await mkdir(folder, { recursive: true });
  // npm would look for a project in the folders above.
  writeFileSync(join(folder, 'package.json'), '{}\n');
  return folder;
}

/** Types commands one after the other; all but the last have to succeed. */
async function typeAll(commands: readonly string[], folder: string, setup: Setup) {
  let ran = { code: 0, out: '' };
  for (const command of commands) {
    expect(ran, ran.out).toMatchObject({ code: 0 });
    ran = await type(setup.translate(command), folder, registry, setup);
  }
  return ran;
}

const sizes: Record<string, Size> = {};

describe.each(SETUPS)('$name', (setup) => {
  const missing = isThere(setup) ? '' : ' [needs this runtime from npm]';

  it.skipIf(missing !== '').each(SERVERS)(`installs and runs $name${missing}`, async (door) => {
    const folder = await emptyFolder(`${setup.name} ${door.name}`);
    const { before, commands, file, program, answer } = door;
    if (before !== undefined)
      expect(await typeAll([before], folder, setup)).toMatchObject({ code: 0 });
    const had = setup === SETUPS[0] ? measure(folder) : undefined;
    const { code, out } = await typeAll(commands, folder, setup);
    expect(code, out).toBe(0);
    if (had !== undefined) sizes[door.name] = measure(folder, had);
    writeFileSync(join(folder, file), program);
    const reply = await order(file, folder, registry, setup);
    expect(reply).toMatch(answer);
  });

  it.skipIf(missing !== '')(`checks a server${missing}`, async () => {
    const folder = await emptyFolder(`${setup.name} check`);
    expect(await typeAll([V2], folder, setup)).toMatchObject({ code: 0 });
    const had = setup === SETUPS[0] ? measure(folder) : undefined;
    writeFileSync(join(folder, 'my-server.mjs'), bare);
    const { code, out } = await typeAll(CHECK.commands, folder, setup);
    if (had !== undefined) sizes['errata check'] = measure(folder, had);
    expect(out).toContain('shop 1.0.0');
    expect(out).toContain('jsonrpc/5.1/parse-error-answered');
    // Findings are 1; being called wrongly or broken would be more.
    expect([0, 1]).toContain(code);
    const command = CHECK.commands.at(-1)!.replace(/errata check.*/, 'errata serve routeros');
    const other = await typeAll([command], folder, setup);
    expect(other.out).toContain(
      'errata: this command needs @errata/routeros: npm install @errata/routeros\n',
    );
  });
});

describe('types', () => {
  const COMPILERS = [
    ['5.6', join(TOOLS, 'typescript-5.6/bin/tsc')],
    ['5.9', join(TOOLS, 'typescript-5.9/bin/tsc')],
    ['6.0', join(ROOT, 'node_modules/typescript/bin/tsc')],
    ['7.0', join(TOOLS, 'typescript-7/bin/tsc')],
  ] as const;
  let folder: string;

  beforeAll(async () => {
    const [setup] = SETUPS as [Setup];
    folder = await emptyFolder('types');
    const before = [V1, V2, 'npm i -D @types/node@20'];
    const { code, out } = await typeAll(
      [...before, ...GUARD.commands, ...KIT.commands],
      folder,
      setup,
    );
    expect(code, out).toBe(0);
    for (const name of ['entries', 'programs']) mkdirSync(join(folder, name));
    writeFileSync(
      join(folder, 'entries/all.mts'),
      ENTRIES.map((entry, index) => `export * as e${index} from '${entry}';\n`).join(''),
    );
    writeFileSync(join(folder, 'programs/guard-v1.mts'), guardedV1);
    writeFileSync(join(folder, 'programs/guard-v2.mts'), GUARD.program!);
    writeFileSync(join(folder, 'programs/kit.mts'), KIT.program!);
  });

  it.each(
    COMPILERS.flatMap(([version, tsc]) =>
      (['node16', 'bundler'] as const).map((resolution) => ({ version, tsc, resolution })),
    ),
  )('resolve with TypeScript $version under $resolution', async ({ version, tsc, resolution }) => {
    const module = resolution === 'bundler' ? 'esnext' : resolution;
    const options = { module, moduleResolution: resolution, target: 'es2022', strict: true };
    const [setup] = SETUPS as [Setup];
    // The declarations of the SDKs are large, and not ours to check.
    for (const [include, skipLibCheck] of [
      ['entries', false] as const,
      ['programs', true] as const,
    ]) {
      const compilerOptions = { ...options, noEmit: true, types: ['node'], skipLibCheck };
      const config = `${include}.${version}.${resolution}.json`;
      writeFileSync(join(folder, config), JSON.stringify({ compilerOptions, include: [include] }));
      const command = `node ${tsc} --pretty false --project ${config}`;
      expect(await type(command, folder, registry, setup)).toEqual({ code: 0, out: '' });
    }
  });
});

it('installs guard from a clone, without a registry', async () => {
  const folder = await emptyFolder('clone');
  const [setup] = SETUPS as [Setup];
  const page = readFileSync(join(ROOT, 'docs/installing.md'), 'utf8');
  const pack = /^npm run pack -- mcp/m.exec(page)?.[0] ?? 'false';
  const { out } = await type(pack, ROOT, registry, setup);
  const install = /^npm i .*\.tgz$/m.exec(out)?.[0] ?? `false # ${out}`;
  const { code, out: said } = await typeAll([V2, install], folder, setup);
  expect(code, said).toBe(0);
  writeFileSync(join(folder, 'my-server.mjs'), GUARD.program!);
  const reply = await order('my-server.mjs', folder, registry, setup);
  expect(reply).toMatch(/"text":"ERROR_31010: No umbrella left\./);
});

it('every published package has its licence, a README and no test', async () => {
  const folder = await emptyFolder('everything');
  const [setup] = SETUPS as [Setup];
  const command = `npm i --ignore-scripts ${registry.published.join(' ')}`;
  const { code, out } = await typeAll([command], folder, setup);
  expect(code, out).toBe(0);
  const lacking = registry.published.flatMap((name) =>
    ['LICENSE', 'README.md', 'CHANGELOG.md']
      .map((file) => join('node_modules', name, file))
      .filter((path) => !existsSync(join(folder, path))),
  );
  expect(lacking).toEqual([]);
});

it('docs/installing.md has the sizes and dependency counts that were measured', () => {
  const page = join(ROOT, 'docs/installing.md');
  if (process.env['ERRATA_WRITE'] === 'sizes') {
    writeFileSync(page, writeSizes(readFileSync(page, 'utf8'), sizes));
  }
  const written = readSizes(readFileSync(page, 'utf8'));
  expect(Object.keys(written).sort()).toEqual(Object.keys(sizes).sort());
  for (const [door, { packages, kilobytes }] of Object.entries(sizes)) {
    expect({ door, packages: written[door]!.packages }).toEqual({ door, packages });
    // A change of a few lines does not make the page wrong.
    expect(Math.abs(written[door]!.kilobytes / kilobytes - 1), door).toBeLessThan(0.1);
  }
});
