import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderBesidePackages } from '@errata/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createJournal } from './journal.js';
import { parseEntry } from './journal-entry.js';
import { readJournal } from './read-journal.js';
import { ended, runScript } from './testing/run-script.js';
import { observed, shop } from './testing/shop.js';
import { useTempFolders } from './testing/temp-folder.js';

const tempFolder = useTempFolders();
const programs = folderBesidePackages();
afterAll(() => rmSync(programs, { recursive: true, force: true }));

/** A program that writes numbered failures: `node script <path> <name> <count> <bytes> <options>`. */
const WRITER = `
  import { readFileSync } from 'node:fs';
  import { createJournal } from '@errata/observe';
  const [path, name, count, bytes, options] = process.argv.slice(2);
  const record = JSON.parse(readFileSync('${join(programs, 'record.json')}', 'utf8'));
  const errors = [];
  let clock = 0;
  const journal = createJournal({
    path, now: () => clock, onError: ({ message }) => errors.push(message), ...JSON.parse(options),
  });
  const write = (number) => journal.onFault({ ...record, context: { name, number, fill: 'x'.repeat(bytes) } });
  for (let number = 0; number < count; number++) {
    write(number);
    if (number % 10 === 9) process.stdout.write('.');
  }
  process.stdout.write(JSON.stringify({ errors, lost: journal.lost }));
  // Where there is more to do, the test says so on stdin.
  for await (const _ of process.stdin) {
    clock += 3_600_000;
    write('again');
    process.stdout.write(JSON.stringify({ errors, lost: journal.lost }));
  }
  await journal.close();
`;

beforeAll(async () => {
  const { record } = observed(shop.NOT_PAID());
  writeFileSync(join(programs, 'record.json'), JSON.stringify(record));
});

function startWriter(
  path: string,
  name: string,
  { count, bytes, options = {}, wrapper = [] }: WriterOptions,
) {
  const args = [path, name, String(count), String(bytes), JSON.stringify(options)];
  return runScript(programs, WRITER, { args, wrapper });
}

interface WriterOptions {
  readonly count: number;
  readonly bytes: number;
  readonly options?: object;
  readonly wrapper?: readonly string[];
}

const numbersOf = (path: string, name: string) =>
  [...readJournal(path)]
    .filter(({ context }) => context['name'] === name)
    .map(({ context }) => context['number'])
    .reverse();

describe('the journal among processes', () => {
  it('has every line of two writers whole, each in its order', async () => {
    const path = join(tempFolder(), 'journal.jsonl');
    const writers = ['a', 'b'].map((name) => startWriter(path, name, { count: 300, bytes: 5_000 }));
    for (const writer of writers) writer.stdin.end();
    await Promise.all(writers.map(ended));
    // A writer that sees the other one in the middle of a line starts a new one, so some lines are empty.
    const lines = readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    expect(lines).toHaveLength(600);
    expect(lines.every((line) => parseEntry(line) !== undefined)).toBe(true);
    const all = Array.from({ length: 300 }, (_, number) => number);
    expect([numbersOf(path, 'a'), numbersOf(path, 'b')]).toEqual([all, all]);
  });

  it('loses nothing while several rotate the same files', async () => {
    const path = join(tempFolder(), 'journal.jsonl');
    const options = { maxBytes: 20_000, files: 200 };
    const names = ['a', 'b', 'c'];
    const writers = names.map((name) =>
      startWriter(path, name, { count: 200, bytes: 500, options }),
    );
    for (const writer of writers) writer.stdin.end();
    const ends = await Promise.all(writers.map(ended));
    for (const end of ends) expect(end).toContain('{"errors":[],"lost":0}');
    for (const name of names) expect(new Set(numbersOf(path, name)).size).toBe(200);
  });

  it('has all lines of a killed writer but perhaps the last, and continues after it', async () => {
    const path = join(tempFolder(), 'journal.jsonl');
    const options = { maxBytes: 1_000_000_000 };
    const writer = startWriter(path, 'a', { count: 300, bytes: 200_000, options });
    await once(writer.stdout, 'data');
    writer.kill('SIGKILL');
    await once(writer, 'close');
    const lines = readFileSync(path, 'utf8').split('\n');
    const torn = lines.pop();
    const numbers = lines.map((line) => parseEntry(line)?.context['number']);
    expect(numbers).toEqual(lines.map((_, number) => number));
    expect(numbers.length).toBeGreaterThanOrEqual(10);
    expect(torn === '' || parseEntry(torn!) === undefined).toBe(true);
    const { record, fault } = observed(shop.NOT_PAID());
    createJournal({ path }).onFault(record, fault);
    expect(readJournal(path).next().value).toMatchObject({ ref: record.ref });
  });

  // A limit on the size of files behaves as a full disk does: one write is cut short, the next ones fail.
  it('survives a full disk, reports it once, and continues when there is room', async () => {
    const path = join(tempFolder(), 'journal.jsonl');
    const wrapper = ['sh', '-c', 'trap "" XFSZ; ulimit -f 20; exec "$@"', 'sh'];
    const writer = startWriter(path, 'a', { count: 30, bytes: 1_000, wrapper });
    writer.stdout.setEncoding('utf8');
    const [first] = (await once(writer.stdout, 'data')) as [string];
    let said = first;
    while (!said.includes('}')) said += ((await once(writer.stdout, 'data')) as [string])[0];
    const { errors, lost } = JSON.parse(said.slice(said.indexOf('{'))) as {
      errors: string[];
      lost: number;
    };
    expect(errors).toEqual([`cannot write the journal ${path}: the disk is full`]);
    const written = numbersOf(path, 'a');
    expect(written.length).toBeGreaterThan(0);
    expect(written.length + lost).toBe(30);
    expect(readFileSync(path, 'utf8').endsWith('\n')).toBe(false);
    rmSync(path);
    writer.stdin.end('go on\n');
    await ended(writer);
    expect(numbersOf(path, 'a')).toEqual(['again']);
  });
});
