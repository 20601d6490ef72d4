import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  credentials,
  filePath,
  internalAddress,
  placeOf,
  sql,
  stackTrace,
  withoutFrames,
  type Recogniser,
} from './leak-patterns.js';

interface Table {
  readonly name: string;
  readonly recognise: Recogniser;
  readonly finds: readonly string[];
  readonly passes: readonly string[];
}

const JWT = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N`;

const TABLES: readonly Table[] = [
  {
    name: 'stack traces',
    recognise: stackTrace,
    finds: [
      'TypeError: x is undefined\n    at lookup (/app/dist/tools.js:12:5)\n    at async run (/app/dist/main.js:3:1)',
      'Error: no at Object.<anonymous> (file:///srv/server.mjs:1:7) at node:internal/main:23:47',
      'boom\n    at async file:///srv/app/server.ts:10:3',
      'boom\n    at C:\\srv\\server.js:10:3',
      'boom\n    at new Store (store.ts:4:9)',
      'boom\n    at Array.map (<anonymous>:1:2)',
      'boom\n    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)',
      'Traceback (most recent call last):\n  File "server.py", line 3, in <module>',
      'ValueError in File "/app/server.py", line 31, in lookup',
      'java.lang.IllegalStateException: no\n\tat com.example.Tool.call(Tool.java:42)',
      'Exception\n\tat jdk.internal.reflect.Method.invoke(Native Method)',
      'kotlin.Error\n\tat dev.app.MainKt.main(Main.kt:7)',
      'System.Exception: no\n   at App.Tools.Lookup(String name) in /src/Tools.cs:line 17',
      'System.Exception: no\n   at App.Tools.Lookup(String name)\n   at App.Program.Main()',
      'panic: no\n\ngoroutine 1 [running]:\nmain.main()',
      'main.main()\n\t/src/main.go:12 +0x1d',
      "thread 'main' panicked at src/main.rs:3:5:\nno",
      "thread 'tokio-runtime-worker' (4711) panicked at src/tool.rs:3:5",
      'stack backtrace:\n   0: std::panicking::begin_panic',
      "/srv/app/tool.rb:12:in `lookup'",
      '#0 /var/www/tool.php(12): lookup()\n#1 {main}',
      '** (ArgumentError) no\n    lib/tool.ex:12: Tool.lookup/1',
      '{badmatch,[{tool,lookup,2,[{file,"src/tool.erl"},{line,12}]}]}',
    ],
    passes: [
      'Too many requests: try again at 12:30:00',
      'Meet me at noon (room:12:30)',
      'The value at position (3:4:5) is wrong',
      'Parse error at line 3, column 7',
      'Look at the list (tools/list) for the names',
      'limit: must be at most 10 (got 11)',
      'The file main.py was not found',
      'Unexpected token at 1:2:3',
      'Call lookup(name) first',
      'File "notes.txt" has no line 7',
    ],
  },
  {
    name: 'file paths',
    recognise: filePath,
    finds: [
      "ENOENT: no such file or directory, open '/home/ada/server/data.json'",
      'cannot read /Users/ada/notes.txt',
      'cannot read file:///home/ada/notes.txt',
      `cannot read /${'root'}/.config/app.json`,
      'cannot read C:\\Users\\ada\\AppData\\app.json',
      "Cannot find module 'x', required by /app/node_modules/y/index.js",
      'in node_modules/zod/lib/types.js',
      'in /usr/lib/python3.12/site-packages/mcp/server.py',
      'in C:\\Python312\\Lib\\site-packages\\mcp\\server.py',
      'spawn /usr/local/lib/app/run failed',
      'at fault is /opt/app/src/tools.ts:31',
      'panicked in /app/tool.rs:12',
      'in /go/pkg/mod/github.com/x/y@v1.2.3/z.go',
    ],
    passes: [
      'GET https://example.com/home/ada failed',
      'See https://example.com/Users/list for the names',
      'The path /errata-check-does-not-exist is not there',
      'Unknown resource note://home/ada',
      'Unknown method tools/list',
      'Use /home to go home',
      'The ratio 3/4 is too large',
      'node_modules is not allowed here',
      'TypeError: no\n    at lookup (/home/ada/app/tools.js:12:5)',
    ],
  },
  {
    name: 'SQL',
    recognise: sql,
    finds: [
      'syntax error in SELECT id, name FROM users WHERE id = 7',
      'SELECT *\n  FROM users',
      'select * from `users` where `id` = ? - no such table: users',
      'select "id", "name" from "users" limit $1 - relation does not exist',
      'select name from users where id = $1',
      'INSERT INTO users (name) VALUES ($1)',
      'insert into "users" ("name") values (?)',
      'update users set name = ? where id = ?',
      'DELETE FROM users WHERE id = 7',
      'CREATE TABLE IF NOT EXISTS users (id int)',
    ],
    passes: [
      'Please select one from the list',
      'select a name from the list where it is shown',
      'Only SELECT is allowed',
      'SQLSTATE 42P01: relation "users" does not exist',
      'Update the settings and try again',
      'Insert into the queue failed',
      'Delete from where you are',
      'UNIQUE constraint failed: users.name',
    ],
  },
  {
    name: 'credentials',
    recognise: credentials,
    finds: [
      'connect failed: postgres://admin:hunter2@db.example.com/app',
      'mongodb+srv://u:p4ss@cluster0.example.net',
      'redis://:s3cret@cache.example.com:6379',
      '-----BEGIN RSA PRIVATE KEY-----',
      '-----BEGIN PRIVATE KEY-----',
      'denied for AKIAIOSFODNN7EXAMPLE',
      `bad token ghp_${'a1'.repeat(18)}`,
      'slack said no to xoxb-123456789012-abcdef',
      `key AIza${'Sy1'.repeat(11)}Ab is not allowed`,
      'Incorrect API key provided: sk-proj-a1b2c3d4e5f6g7h8i9j0',
      `invalid token ${JWT}`,
      'header was Authorization: Bearer abcdef0123456789abcdef',
      'login failed with password=hunter2',
      'Server=db;Uid=sa;Pwd=S3cretS3cret;',
      'config was {"api_key":"abc123def456"}',
      'GET /v1?api_key=abc123def456 failed',
    ],
    passes: [
      'connect failed: postgres://admin:***@db.example.com/app',
      'Use a URL like postgres://user:password@host/db',
      'Use a URL like https://user:<password>@host',
      'password: must have at least 8 characters',
      'password=required',
      'api_key: Field required',
      'token=[REDACTED-1]',
      'password=********',
      'WWW-Authenticate: Bearer resource_metadata="https://example.com/.well-known"',
      'The bearer token has expired',
      'A password of 12 characters is too short',
      'pwd=/srv/app2',
      'risk-assessment-of-the-year is no tool',
      '-----BEGIN PUBLIC KEY-----',
    ],
  },
  {
    name: 'internal addresses',
    recognise: internalAddress,
    finds: [
      'connect ECONNREFUSED 127.0.0.1:5432',
      'connect ECONNREFUSED ::1:6379',
      'dial tcp [::1]:6379: refused',
      'fetch http://localhost:8080/v1 failed',
      'dial tcp 10.4.0.12:443: i/o timeout',
      'upstream 192.168.1.20:8080 is down',
      'upstream 172.20.0.3:8080 is down',
      'http://169.254.169.254:80/latest',
      'lookup db.default.svc.cluster.local: no such host',
      'cannot reach db-1.prod.internal:5432',
    ],
    passes: [
      'connect ECONNREFUSED 93.184.216.34:443',
      'version 10.4.0.12 is too old',
      'The interface 192.168.1.20 is down',
      'upstream 172.32.0.3:8080 is down',
      'localhost is not allowed',
      'The reason is errors.internal',
      'at 12:30:45.127',
      'api.example.com:443 is down',
    ],
  },
];

describe.each(TABLES)('$name', ({ recognise, finds, passes }) => {
  it.each(finds)('are seen in %j', (text) => {
    expect(recognise(text)).not.toEqual([]);
  });

  it.each(passes)('are not seen in %j', (text) => {
    expect(recognise(text)).toEqual([]);
  });

  it('are looked for in long texts without getting lost', () => {
    const pieces = [
      ...finds,
      ' at (',
      ':1',
      'select ',
      'from a where ',
      '/',
      '\\',
      'a',
      '"',
      '://',
      '127.',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...pieces), fc.constantFrom(...pieces), (a, b) => {
        const text = (a + b).repeat(Math.ceil(20_000 / (a + b).length));
        expect(recognise(text).length).toBeLessThanOrEqual(400);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a path', () => {
  it.each([
    ['/home/ada/server/data.json', '/home/ada'],
    ['file:///home/ada/x.js', '/home/ada'],
    ['C:\\Users\\ada\\x', 'C:\\Users\\ada'],
    ['/opt/app/src/tools.ts:31', '/opt/app'],
    ['node_modules/zod/index.js', 'node_modules/zod/index.js'],
  ])('%s is in %s', (path, place) => {
    expect(placeOf(path)).toBe(place);
  });
});

describe('a text without its frames', () => {
  it('keeps lines that are not frames', () => {
    expect(withoutFrames('no\n    at f (/a/b.js:1:2)\nsee /home/ada/x')).toBe(
      'no\nsee /home/ada/x',
    );
  });
});
