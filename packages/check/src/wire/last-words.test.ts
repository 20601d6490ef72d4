import { expect, it } from 'vitest';
import { lastWords } from './server-output.js';

const wordsOf = async (stderr: string) =>
  (
    await lastWords({ kill: () => undefined, exited: Promise.resolve(1), stderr: () => stderr })
  ).replace('the server ended with 1 before it answered anything', '');

it.each([
  ['', ''],
  ['\n \n', ''],
  ['bye\n', 'bye'],
  ['Listening\nno licence was found\n\n', 'no licence was found'],
  [
    "node:internal/modules/package_json_reader:268\n  throw new ERR_MODULE_NOT_FOUND(packageName, fileURLToPath(base), null);\n        ^\n\nError [ERR_MODULE_NOT_FOUND]: Cannot find package 'x'\n    at load (node:internal:1:1) {\n  code: 'ERR_MODULE_NOT_FOUND'\n}\n\nNode.js v20.20.0\n",
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'x'",
  ],
  [
    "Error: Cannot find module '/x.js'\r\nRequire stack:\r\n- /y.js\r\n    at f (a.js:1:1)\r\n",
    "Error: Cannot find module '/x.js'",
  ],
  ['a.mjs:1\nthrow new Error();\n^\n\nError\n    at a.mjs:1:7\n\nNode.js v20.20.0', 'Error'],
  [
    'Traceback (most recent call last):\n  File "s.py", line 1, in <module>\n    import x\nModuleNotFoundError: No module named \'x\'\n',
    "ModuleNotFoundError: No module named 'x'",
  ],
  ['mcp.shared.exceptions.McpError: closed\n', 'mcp.shared.exceptions.McpError: closed'],
  [
    'goroutine follows\npanic: no licence\n\ngoroutine 1 [running]:\nmain.main()\n',
    'panic: no licence',
  ],
  [
    'npm error code E404\nnpm error 404 Not Found - GET /x\nnpm error 404\nnpm error A complete log of this run is elsewhere\n',
    'npm error 404 Not Found - GET /x',
  ],
  ['\u001b[31mTypeError: x\u001b[39m is no y\n', 'TypeError: x is no y'],
])('of %j are %j', async (stderr, words) => {
  expect(await wordsOf(stderr)).toBe(words === '' ? '' : `; its last words: ${words}`);
});

it('are not endless', async () => {
  expect(await wordsOf(`Error: ${'x'.repeat(9000)}`)).toHaveLength(
    '; its last words: '.length + 500,
  );
});
