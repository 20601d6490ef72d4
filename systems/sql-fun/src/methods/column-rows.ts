import type { DescribedColumn } from '../catalog/index.js';

/** Columns as rows of a table of text. */
export function columnRows(columns: readonly DescribedColumn[]): string[][] {
  return columns.map((column) => [
    `  ${column.name}`,
    column.type ?? '(type not known)',
    [
      column.primary_key === true ? 'primary key' : '',
      column.not_null === true ? 'not null' : '',
      column.generated?.replaceAll('_', ' ') ?? '',
      column.default !== undefined
        ? `default ${column.default}`
        : column.has_default === true
          ? 'has a default'
          : '',
    ]
      .concat(column.values === undefined ? '' : `one of ${column.values.join(' | ')}`)
      .filter((part) => part !== '')
      .join(', '),
    column.comment === undefined ? '' : `-- ${column.comment}`,
  ]);
}
