import type { Method, MethodName } from '../../src/methods/index.js';

const TEXT = { type: 'string' };

const tiny = (name: MethodName, parameter: string): Method => ({
  name,
  title: `The title of ${name}`,
  description: `The description of ${name}`,
  inputSchema: { type: 'object', properties: { [parameter]: TEXT }, required: [parameter] },
  outputSchema: { type: 'object', properties: { said: TEXT }, required: ['said'] },
  run: () => Promise.reject(new Error('the daemon does that')),
  toText: ({ said }) => `It said ${String(said)}`,
});

/** Methods as the daemon has them, with schemas of one line. */
export const TINY_METHODS: readonly Method[] = [
  tiny('select_schema', 'schema'),
  tiny('get_columns', 'table'),
  tiny('validate_query', 'sql'),
];
