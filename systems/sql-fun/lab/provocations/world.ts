import { chmod, chown, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { openFolder, openWorld, type Cell, type ServeCommand, type WorldBase } from '@errata/prove';
import { prepareCache } from '../../src/databases/open-database.js';
import { serve, type ServedSqlFun, type ServedSqlFunOptions } from './served.js';

const MCP = ['--allow-context', 'mcp'] as const;

export type SqlFunWorld = Awaited<ReturnType<typeof openSqlFunWorld>>;

/** Daemons on one transport in one revision, with a project; each is started when it is needed first. */
export function openSqlFunWorld(cell: Cell, command: ServeCommand) {
  return openWorld(cell, command, (base) => build(base, command));
}

async function build(base: WorldBase, command: ServeCommand) {
  const { folder } = base;
  // The first database of a user takes seconds to make, and no provocation is about that.
  await prepareCache(join(folder, '.cache', 'errata', 'sql-fun'));
  const all: ServedSqlFun[] = [];
  const add = (name: string, options: Partial<ServedSqlFunOptions>): ServedSqlFun => {
    const served = serve(base, {
      command,
      // One each: they run side by side, and `main` breaks its own.
      project: join(folder, name, 'project'),
      runtime: join(folder, `run-${name}`),
      ...options,
    });
    all.push(served);
    return served;
  };
  const stuck = add('stuck', { flags: MCP });
  const world = {
    /** For everything that needs no other. */
    main: add('main', { flags: [...MCP, '--workers', '1'] }),
    /** Models may not ask. */
    closed: add('closed', {}),
    /** The proxy lets models in, the daemon does not. */
    disagreeing: add('disagreeing', { proxyFlags: [...MCP, '--no-start'] }),
    hasty: add('hasty', { flags: [...MCP, '--deadline', '0.3'] }),
    /** For as many clients as there may be. */
    crowded: add('crowded', { flags: MCP, proxyFlags: ['--no-start'] }),
    /** The proxy starts no daemon: what it finds is what was put there. */
    lost: add('lost', { flags: MCP, proxyFlags: ['--no-start'] }),

    /** No daemon can be started here; `others`: everybody may write to its folder, `lock`: a directory is where its lock should be. */
    async stuck(why: 'others' | 'lock'): Promise<ServedSqlFun> {
      await mkdir(join(stuck.runtime, 'sql-fun-server.lock'), { recursive: true });
      await chmod(stuck.runtime, why === 'others' ? 0o777 : 0o700);
      return stuck;
    },

    /** Daemon and proxy of a user who may not read the dump of the project. */
    async unprivileged(): Promise<ServedSqlFun> {
      const home = await openFolder('errata-sql-fun-');
      base.add({ close: home.remove });
      const project = join(home.path, 'project');
      await writeProject(project);
      await chmod(join(project, 'schema.develop.sql'), 0);
      const given = { flags: MCP, project, home: home.path, runtime: join(home.path, 'run') };
      // The permissions of files do not stop root.
      if (process.getuid?.() !== 0) return add('unprivileged', given);
      for (const name of ['.', ...(await readdir(home.path, { recursive: true }))]) {
        await chown(join(home.path, name), NOBODY, NOBODY);
      }
      const asNobody = [process.execPath, '-e', AS_USER, String(NOBODY)] as const;
      return add('unprivileged', { ...given, command: [...asNobody, ...command] });
    },

    /** With another text in a file of the main project, or without the file, until it is done. */
    async withFile<T>(name: string, text: string | undefined, act: () => Promise<T>): Promise<T> {
      const file = join(world.main.project, name);
      const before = await readFile(file);
      await (text === undefined ? rm(file) : writeFile(file, text));
      try {
        return await act();
      } finally {
        await writeFile(file, before);
      }
    },
  };
  for (const { project } of all) await writeProject(project);
  return world;
}

const NOBODY = 65_534;

const AS_USER = `
const [id, program, ...args] = process.argv.slice(1);
const options = { stdio: 'inherit', uid: Number(id), gid: Number(id) };
require('node:child_process').spawn(program, args, options).on('exit', (code) => process.exit(code ?? 1));
`;

const DUMP = `
CREATE SCHEMA sales;
CREATE SCHEMA people;
CREATE SCHEMA hidden;
CREATE TABLE public.users (id integer PRIMARY KEY, name text NOT NULL);
CREATE TABLE people.staff (id integer PRIMARY KEY, name text, password text);
CREATE TABLE people.salaries (id integer PRIMARY KEY, amount numeric);
CREATE TABLE sales.orders (id bigint NOT NULL, user_id integer NOT NULL REFERENCES public.users (id), total numeric(10,2));
CREATE VIEW public.order_totals AS
 SELECT o.user_id, sum(o.total) AS total FROM sales.orders o GROUP BY o.user_id;
CREATE TABLE hidden.secrets (id integer PRIMARY KEY, value text);
`;

/** What is hidden stays so under a pattern that exposes everything else. */
const CONFIG = `
default = "develop"
schemas = { gone = "dumps/gone.sql", folder = "dumps", removed = "dumps/removed.sql" }
mcp.expose."*".columns = "*"
mcp.expose."people.staff".columns = ["id", "name"]
mcp.expose."people.salaries".columns = []
mcp.expose."hidden.*".columns = []
`;

const FILES: Readonly<Record<string, string | Uint8Array>> = {
  'sql-fun.toml': CONFIG,
  'schema.develop.sql': DUMP,
  'schema.misspelt.sql': 'CREATE TABLE a (id integer);\nCREATE TABL b (id integer);\n',
  'schema.latin.sql': Buffer.from("COMMENT ON TABLE a IS 'Gr\u00f6\u00dfe';\n", 'latin1'),
  'schema.nul.sql': 'CREATE TABLE a (id integer);\n\0CREATE TABLE b (id integer);\n',
  'schema.edited.sql': DUMP,
  'dumps/removed.sql': DUMP,
};

/** Writes a project with a schema that works, and others that do not. */
async function writeProject(folder: string): Promise<void> {
  for (const [name, content] of Object.entries(FILES)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}
