import type { Field } from './fields.js';
import type { Args, Command, Journal, Menu, Row } from './table.js';
import { badRequest } from './trap.js';

export interface RecordOptions {
  readonly path: string;
  readonly noun: string;
  readonly initial: Row;
  /** What may be set; a record without is only read. */
  readonly fields?: Readonly<Record<string, Field>>;
  show?(row: Row): Row;
  readonly commands?: Readonly<Record<string, Command>>;
  readonly journal: Journal;
}

/** A menu with a single record, such as `/system/identity`. */
export function createRecord(options: RecordOptions): Menu & { overwrite(changes: Row): void } {
  const { path, noun, fields, journal, commands } = options;
  let row = options.initial;
  const shown = (): Row => options.show?.(row) ?? row;
  const set = (_id: string, args: Args): Row => {
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
