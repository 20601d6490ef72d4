import { basename } from 'node:path';
import { align } from '../text/index.js';
import { defineMethod } from './define-method.js';
import { FLAG, list, object, TEXT } from './json-schemas.js';

interface Listed {
  readonly schema: string;
  readonly file: string;
  readonly exists: boolean;
  readonly selected: boolean;
}

interface Result {
  readonly selected: string;
  readonly default: string;
  readonly schemas: readonly Listed[];
}

/** The schemas of the project. */
export const listSchemas = defineMethod<object, Result>({
  name: 'list_schemas',
  title: 'List of schemas',
  description:
    'Lists the schemas of the project (each is a dump of a database, such as develop or production) and says which one is ' +
    'selected. Use it to find out what can be given to select_schema.',
  inputSchema: object({}),
  outputSchema: object({
    selected: TEXT,
    default: TEXT,
    schemas: list(object({ schema: TEXT, file: TEXT, exists: FLAG, selected: FLAG })),
  }),
  async run(_params, { selected, exposure, schemas }) {
    const known = await schemas();
    return {
      selected,
      default: known.default,
      schemas: known.schemas.map(({ id, file, exists }) => ({
        schema: id,
        file: exposure === undefined ? file : basename(file),
        exists,
        selected: id === selected,
      })),
    };
  },
  toText: ({ schemas }) =>
    align(
      schemas.map(({ schema, file, exists, selected }) => [
        selected ? '*' : '',
        schema,
        exists ? file : `${file} (missing)`,
      ]),
    ),
});
