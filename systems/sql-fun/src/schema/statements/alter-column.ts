import type { AlterTableCmd } from 'libpg-query';
import type { Draft } from '../draft/draft.js';
import { beforeChange } from '../derived/before-change.js';
import { replaceDerived } from '../derived/reshape.js';
import type { DraftColumn, DraftRelation } from '../draft/draft-relation.js';
import { isNoDefault, makeIdentity } from './columns.js';

interface Change {
  readonly draft: Draft;
  readonly relation: DraftRelation;
  readonly column: DraftColumn;
  readonly command: AlterTableCmd;
  /** What follows SET DEFAULT. */
  readonly defaultText: () => string;
}

/** The actions of an ALTER TABLE that change one column. */
export const COLUMN_CHANGES: Readonly<Record<string, (change: Change) => void>> = {
  AT_ColumnDefault: ({ draft, column, command, defaultText }) => {
    column.defaultText =
      command.def === undefined || isNoDefault(draft, column, command.def)
        ? undefined
        : defaultText();
  },
  AT_SetNotNull: ({ column }) => {
    column.notNull = true;
  },
  AT_DropNotNull: ({ column }) => {
    column.notNull = false;
  },
  AT_AlterColumnType: ({ draft, relation, column, command }) => {
    if (command.def !== undefined && 'ColumnDef' in command.def) {
      beforeChange(relation);
      column.type = draft.type(command.def.ColumnDef.typeName);
    }
  },
  AT_AddIdentity: ({ draft, relation, column, command }) => {
    if (command.def !== undefined && 'Constraint' in command.def) {
      makeIdentity(draft, relation, column, command.def.Constraint);
    }
  },
  AT_SetIdentity: ({ column, command }) => {
    const options =
      command.def !== undefined && 'List' in command.def ? command.def.List.items : [];
    for (const option of options ?? []) {
      if (!('DefElem' in option) || option.DefElem.defname !== 'generated') continue;
      const kind = option.DefElem.arg;
      // 'a' of pg_attribute.attidentity comes as the number of its character.
      const always = kind !== undefined && 'Integer' in kind && kind.Integer.ival === 97;
      column.generated = always ? 'identity_always' : 'identity_by_default';
    }
  },
  AT_DropIdentity: ({ column }) => {
    column.generated = undefined;
  },
  AT_DropExpression: ({ column }) => {
    column.generated = undefined;
    column.defaultText = undefined;
  },
};

/** The changes that are not passed on to heirs. */
export const OWN_CHANGES: ReadonlySet<string> = new Set([
  'AT_AddIdentity',
  'AT_SetIdentity',
  'AT_DropIdentity',
]);

/** Changes a column; that there is none is a problem, unless the columns follow from a query. */
export function alterColumn(
  draft: Draft,
  relation: DraftRelation,
  command: AlterTableCmd,
  defaultText: () => string,
): void {
  const column = relation.column(command.name ?? '');
  if (column !== undefined) {
    COLUMN_CHANGES[command.subtype ?? '']?.({ draft, relation, column, command, defaultText });
  } else if (!relation.isDerived) {
    draft.problem(`column "${command.name ?? ''}" of "${relation.name}" does not exist`);
  } else if (command.subtype === 'AT_AlterColumnType') {
    if (command.def === undefined || !('ColumnDef' in command.def)) return;
    beforeChange(relation);
    const type = draft.type(command.def.ColumnDef.typeName);
    replaceDerived(draft, relation, command.name ?? '', type);
  }
}
