import type { ReadArgument } from './fields.js';
import type { Args, MenuCommand, WriteLog, Menu, SimRow } from './table.js';
import { badRequest } from './trap.js';

export interface RecordOptions {
  readonly path: string;
  readonly noun: string;
  readonly initial: SimRow;
  /** What may be set; a record without is only read. */
  readonly fields?: Readonly<Record<string, ReadArgument>>;
  show?(row: SimRow): SimRow;
  readonly commands?: Readonly<Record<string, MenuCommand>>;
  readonly journal: WriteLog;
}

/** A menu with a single record, such as `/system/identity`. */
export function createRecord(options: RecordOptions): Menu & { overwrite(changes: SimRow): void } {
  const { path, noun, fields, journal, commands } = options;
  let row = options.initial;
  const shown = (): SimRow => options.show?.(row) ?? row;
  const set = (_id: string, args: Args): SimRow => {
    const changes = [...args].map(([name, value]): [string, string] => {
      const field = Object.hasOwn(fields ?? {}, name) ? fields?.[name] : undefined;
      if (field === undefined) throw badRequest(`unknown parameter ${name}`);
      return [name, field(value, name)];
    });
    row = { ...row, ...Object.fromEntries(changes) };
    journal('system,info', `${noun} changed by rest-api`);
    return shown();
  };
  return {
    path,
    kind: 'record',
    rows: () => [shown()],
    keep: () => {
      const kept = row;
      return () => void (row = kept);
    },
    overwrite: (changes) => {
      row = { ...row, ...changes };
    },
    ...(fields !== undefined && { set }),
    ...(commands !== undefined && { commands }),
  };
}
