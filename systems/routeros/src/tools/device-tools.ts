import { z } from 'zod';
import type { Router, Row } from '../device/fleet.js';
import { describeListing, type FactsOf, type Fields, type RowRecord } from './fields.js';
import { readBack } from './read-back.js';
import { changeFacts, deviceFacts, deviceId, dryRun, listed } from './schemas.js';
import { READS, SETS, type DeviceTool } from './tool.js';
import { writeOnce } from './write-once.js';

type Shape = Readonly<Record<string, z.ZodType>>;
type ArgsOf<Input extends Shape> = { [K in keyof Input]: z.output<Input[K]> };

interface ToolRow<Input extends Shape> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The arguments beside `device_id`. */
  readonly input?: Input;
  /** The RouterOS version from which on this works, such as `7.10`. */
  readonly since?: string;
}

/** What a row has in common with the tool that it becomes. */
function about<Input extends Shape>({ name, title, description, since }: ToolRow<Input>) {
  return { name, title, description, ...(since !== undefined && { since }) };
}

// The interpreters below build schemas from the rows, which hold the types; the tools themselves live in one list.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type BuiltTool = DeviceTool<any, any>;

interface ListedRows<Input extends Shape, Item> {
  readonly id: string;
  readonly args: ArgsOf<Input>;
  /** All that were found, also those that are not shown. */
  readonly all: readonly Item[];
}

interface ListToolRow<
  Input extends Shape,
  F extends Fields,
  More extends Shape,
> extends ToolRow<Input> {
  readonly menu: string | ((args: ArgsOf<Input>) => string);
  /** Arguments that the device itself filters by. They have the names that RouterOS has for them. */
  readonly filters?: readonly (keyof Input & string)[];
  /** What else the device is asked with. */
  readonly query?: (args: ArgsOf<Input>) => Row;
  readonly item: RowRecord<F>;
  /** Which of the rows are meant, in which order. Default: all of them. */
  readonly select?: (all: FactsOf<F>[], args: ArgsOf<Input>) => FactsOf<F>[];
  /** The first line, which can stand alone. */
  readonly first: (found: ListedRows<Input, FactsOf<F>>) => string;
  readonly line: (item: FactsOf<F>) => string;
  /** How the rest can be seen, such as `a higher limit`. */
  readonly more?: string;
  /** Members of the result beside `total` and `items`. */
  readonly output?: More;
  readonly facts?: (all: readonly FactsOf<F>[]) => ArgsOf<More>;
}

/** A tool that lists the rows of a menu. An argument `limit` is how many it shows. */
export function listTool<
  Input extends Shape,
  F extends Fields,
  More extends Shape = Record<never, never>,
>(row: ListToolRow<Input, F, More>): BuiltTool {
  const { menu, filters = [], query, item, select, first, line, more, facts } = row;
  return {
    on: 'device',
    ...about(row),
    tier: 'fundamental',
    annotations: READS,
    input: z.strictObject({ device_id: deviceId, ...row.input }),
    output: z.strictObject({ ...deviceFacts, ...listed(item.schema), ...row.output }),
    run: async (args: ArgsOf<Input>, { device, router }) => {
      const given = filters.filter((name) => args[name] !== undefined);
      const rows = await router.list(typeof menu === 'string' ? menu : menu(args), {
        ...Object.fromEntries(given.map((name) => [name, String(args[name])])),
        ...query?.(args),
      });
      const read = rows.map((one) => item.read(one));
      const all = select === undefined ? read : select(read, args);
      const items = all.slice(0, (args as { readonly limit?: number }).limit);
      const text = describeListing({
        first: first({ id: device.id, args, all }),
        rows: items.map(line),
        total: all.length,
        ...(more !== undefined && { more }),
      });
      return { text, facts: { device_id: device.id, total: all.length, items, ...facts?.(all) } };
    },
  };
}

interface GetToolRow<Input extends Shape, F extends Fields> extends ToolRow<Input> {
  readonly item: RowRecord<F>;
  readonly read: (router: Router, args: ArgsOf<Input>) => Promise<Row>;
  readonly text: (facts: FactsOf<F> & { readonly device_id: string }) => string;
}

/** A tool that shows one row. */
export function getTool<Input extends Shape, F extends Fields>(
  row: GetToolRow<Input, F>,
): BuiltTool {
  const { item, read, text } = row;
  return {
    on: 'device',
    ...about(row),
    tier: 'fundamental',
    annotations: READS,
    input: z.strictObject({ device_id: deviceId, ...row.input }),
    output: z.strictObject({ ...deviceFacts, ...item.schema.shape }),
    run: async (args: ArgsOf<Input>, { device, router }) => {
      const shown = item.read(await read(router, args));
      const facts = { device_id: device.id, ...shown };
      return { text: text(facts), facts };
    },
  };
}

interface SetToolRow<Input extends Shape, State, Output extends Shape> extends ToolRow<Input> {
  /** The tool that shows what is set here. */
  readonly look: string;
  /** What is set, for a change that was not made: `DNS servers`. */
  readonly what: string;
  /** The same in a sentence: `DNS servers are`. */
  readonly subject: readonly [string, 'is' | 'are'];
  readonly read: (router: Router) => Promise<State>;
  readonly wanted: (args: ArgsOf<Input>, before: State) => State;
  readonly isSame: (a: State, b: State) => boolean;
  /** What rows show of the wanted state, where a secret may be in it. */
  readonly masked?: (wanted: State, router: Router) => State;
  readonly command: string;
  readonly write: (args: ArgsOf<Input>) => Row;
  /** A state for comparison, and one in a sentence (default: the same). */
  readonly show: (state: State) => string;
  readonly say?: (state: State) => string;
  /** What else the first line says of the state afterwards. */
  readonly note?: (after: State) => string;
  readonly output: Output;
  readonly facts: (before: State, after: State) => ArgsOf<Output>;
}

/** A tool that sets one thing: it reads, writes once where something is different, and reads back. */
export function setTool<Input extends Shape, State, Output extends Shape>(
  row: SetToolRow<Input, State, Output>,
): BuiltTool {
  const { look, what, isSame, show, say = show, masked = (state: State) => state } = row;
  const [noun, verb] = row.subject;
  return {
    on: 'device',
    ...about(row),
    tier: 'advanced',
    annotations: SETS,
    input: z.strictObject({ device_id: deviceId, ...row.input, dry_run: dryRun }),
    output: z.strictObject({ ...deviceFacts, ...changeFacts, ...row.output }),
    run: async (args: ArgsOf<Input> & { readonly dry_run: boolean }, { device, router }) => {
      const { dry_run } = args;
      const read = () => row.read(router);
      const before = await read();
      const wanted = row.wanted(args, before);
      const changed = !isSame(wanted, before);
      if (changed && !dry_run) {
        const sent = row.write(args);
        await writeOnce(() => router.run(row.command, sent, { changes: true }), look);
      }
      const expectation = {
        ...{ device, look, before, what, expected: show(wanted), show },
        isMade: (now: State) => isSame(now, masked(wanted, router)),
      };
      const after = dry_run ? wanted : changed ? await readBack(read, expectation) : before;
      const is = dry_run ? 'would be' : `${verb} now`;
      const text = changed
        ? `${device.id}: ${noun} ${is} ${say(after)}, before ${say(before)}`
        : `${device.id}: ${noun} ${verb} ${say(before)} already; nothing to change`;
      return {
        text: text + (row.note?.(after) ?? ''),
        facts: { device_id: device.id, dry_run, changed, ...row.facts(before, after) },
      };
    },
  };
}
