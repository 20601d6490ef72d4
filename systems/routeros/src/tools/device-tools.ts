import type { z } from 'zod';
import type { Router, Row } from '../device/fleet.js';
import { describeListing, type FactsOf, type RowFields, type RowRecord } from './fields.js';
import { readBack, writeOnce } from './write-once.js';
import { changeFacts, dryRun, listed } from './schemas.js';
import {
  defineDeviceTool,
  SETS,
  type DeviceTool,
  type DeviceToolRow,
  type Shape,
  type ValuesOf,
} from './tool.js';

/** What the rows below have in common with the tools that they become. */
type AboutTool<Input extends Shape> = Pick<
  DeviceToolRow<Input, Shape>,
  'name' | 'title' | 'description' | 'since' | 'input'
>;

interface ListedRows<Input extends Shape, Item> {
  readonly id: string;
  readonly args: ValuesOf<Input>;
  /** All that were found, also those that are not shown. */
  readonly all: readonly Item[];
}

interface ListToolRow<
  Input extends Shape,
  F extends RowFields,
  More extends Shape,
> extends AboutTool<Input> {
  readonly menu: string | ((args: ValuesOf<Input>) => string);
  /** Arguments that the device itself filters by. They have the names that RouterOS has for them. */
  readonly filters?: readonly (keyof Input & string)[];
  /** What else the device is asked with. */
  readonly query?: (args: ValuesOf<Input>) => Row;
  readonly item: RowRecord<F>;
  /** Which of the rows are meant, in which order. Default: all of them. */
  readonly select?: (all: FactsOf<F>[], args: ValuesOf<Input>) => FactsOf<F>[];
  /** The first line, complete without the others. */
  readonly first: (found: ListedRows<Input, FactsOf<F>>) => string;
  /** How to get the rest, such as `a higher limit`. */
  readonly more?: string;
  /** Members of the result beside `total` and `items`. */
  readonly output?: More;
  readonly facts?: (all: readonly FactsOf<F>[]) => ValuesOf<More>;
}

/** A tool that lists the rows of a menu. An argument `limit` is how many it shows. */
export function listTool<
  Input extends Shape,
  F extends RowFields,
  More extends Shape = Record<never, never>,
>(row: ListToolRow<Input, F, More>): DeviceTool {
  const { menu, filters = [], query, item, select, first, more, facts, ...about } = row;
  return defineDeviceTool<Input, Shape>({
    ...about,
    output: { ...listed(item.schema), ...row.output },
    async run(args, { device, router }) {
      const given = filters.filter((name) => args[name] !== undefined);
      const rows = await router.list(typeof menu === 'string' ? menu : menu(args), {
        ...Object.fromEntries(given.map((name) => [name, String(args[name])])),
        ...query?.(args),
      });
      const read = rows.map((one) => item.read(one));
      const all = select === undefined ? read : select(read, args);
      const items = all.slice(0, (args as { readonly limit?: number }).limit);
      const total = all.length;
      const line = first({ id: device.id, args, all });
      return {
        text: describeListing({ first: line, items, line: item.describe, total, more }),
        facts: { total, items, ...facts?.(all) },
      };
    },
  });
}

interface GetToolRow<Input extends Shape, F extends RowFields> extends AboutTool<Input> {
  readonly item: RowRecord<F>;
  readonly read: (router: Router, args: ValuesOf<Input>) => Promise<Row>;
  /** Between the id of the device and the line of the item. Default: a colon. */
  readonly separator?: string;
}

/** A tool that shows one row. */
export function getTool<Input extends Shape, F extends RowFields>(
  row: GetToolRow<Input, F>,
): DeviceTool {
  const { item, read, separator = ': ', ...about } = row;
  return defineDeviceTool<Input, Shape>({
    ...about,
    output: item.schema.shape,
    async run(args, { device, router }) {
      const facts = item.read(await read(router, args));
      return { text: `${device.id}${separator}${item.describe(facts)}`, facts };
    },
  });
}

interface SetToolRow<Input extends Shape, State extends z.ZodType> extends AboutTool<Input> {
  /** The tool that shows what is set here. */
  readonly look: string;
  /** What is set, for a change that was not made: `DNS servers`. */
  readonly what: string;
  /** The same in a sentence: `DNS servers are`. */
  readonly subject: readonly [string, 'is' | 'are'];
  readonly state: State;
  readonly read: (router: Router) => Promise<z.output<State>>;
  readonly wanted: (args: ValuesOf<Input>, before: z.output<State>) => z.output<State>;
  readonly isSame: (a: z.output<State>, b: z.output<State>) => boolean;
  /** What rows show of the wanted state, where a secret may be in it. */
  readonly masked?: (wanted: z.output<State>, router: Router) => z.output<State>;
  readonly command: string;
  readonly write: (args: ValuesOf<Input>) => Row;
  /** A state for comparison, and one in a sentence (default: the same). */
  readonly show: (state: z.output<State>) => string;
  readonly say?: (state: z.output<State>) => string;
  /** What else the first line says of the state afterwards. */
  readonly note?: (after: z.output<State>) => string;
  /** The members of the result for the state before and after. Default: `before`, `after`. */
  readonly members?: readonly [string, string];
}

/** A tool that sets one thing: it reads, writes once where something is different, and reads back. */
export function setTool<Input extends Shape, State extends z.ZodType>(
  row: SetToolRow<Input, State>,
): DeviceTool {
  const { name, title, description, look, what, isSame, show, say = show } = row;
  const { masked = (state: z.output<State>) => state } = row;
  const [noun, verb] = row.subject;
  const [memberBefore, memberAfter] = row.members ?? ['before', 'after'];
  return defineDeviceTool<Input & { dry_run: typeof dryRun }, Shape>({
    ...{ name, title, description, annotations: SETS },
    input: { ...row.input, dry_run: dryRun } as Input & { dry_run: typeof dryRun },
    output: { ...changeFacts, [memberBefore]: row.state, [memberAfter]: row.state },
    async run(args, { device, router }) {
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
        isMade: (now: z.output<State>) => isSame(now, masked(wanted, router)),
      };
      const after = dry_run ? wanted : changed ? await readBack(read, expectation) : before;
      const is = dry_run ? 'would be' : `${verb} now`;
      const text = changed
        ? `${device.id}: ${noun} ${is} ${say(after)}, before ${say(before)}`
        : `${device.id}: ${noun} ${verb} ${say(before)} already; nothing to change`;
      return {
        text: text + (row.note?.(after) ?? ''),
        facts: { dry_run, changed, [memberBefore]: before, [memberAfter]: after },
      };
    },
  });
}
