import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { clipText } from '../budget/text.js';
import { createRedactor, REDACTED } from './index.js';

const redactor = createRedactor();
const X = REDACTED;

describe('redact masks', () => {
  it.each<readonly [text: string, masked: string]>([
    // name and value
    ['password=hunter2', `password=${X}`],
    ['Password: hunter2', `Password: ${X}`],
    ['password: swordfish', `password: ${X}`],
    ['password: Passw0rd!', `password: ${X}`],
    ['password=a,b;c', `password=${X}`],
    ["password=it'll", `password=${X}`],
    ['DB_PASSWORD=hunter2', `DB_PASSWORD=${X}`],
    ['db_password = hunter2', `db_password = ${X}`],
    ["password='two words'", `password='${X}'`],
    ['login failed (password=hunter2)', `login failed (password=${X})`],
    ['tried password: hunter2, then gave up', `tried password: ${X}, then gave up`],
    ['password: swordfish user=bob', `password: ${X} user=bob`],
    ['password: swordfish u=bob', `password: ${X} u=bob`],
    ...['SWordfish', 'swordFISH', 'mystring', 'notable', 'piano-forte', 'longbow', '!#?!'].map(
      (word) => [`password: ${word}`, `password: ${X}`] as const,
    ),
    ['password=none9', `password=${X}`],
    ['password=abc1,u=bob', `password=${X},u=bob`],
    ...['\tx', '\nx', '\rx', "' x", '` x', '\\"x'].map(
      (behind) => [`password=x${behind}`, `password=${X}${behind}`] as const,
    ),
    ['password=`two words`', `password=\`${X}\``],
    ['password="cut off\nuser=bob', `password="${X}\nuser=bob`],
    ['password=token', `password=${X}`],
    [`password=${'*'.repeat(65)}`, `password=${X}`],
    ['passwd=x', `passwd=${X}`],
    ['pwd=hunter2', `pwd=${X}`],
    ['smtp_pass=hunter2', `smtp_pass=${X}`],
    ['passphrase: open-sesame', `passphrase: ${X}`],
    ['password%3Dhunter2', `password%3D${X}`],
    ['client_secret=abc&grant_type=x', `client_secret=${X}&grant_type=x`],
    ['api_key: abc123def', `api_key: ${X}`],
    [`password=abc1${X}`, `password=${X}`],
    ['api_keys: abc123def', `api_keys: ${X}`],
    ['use whsec_ab+cd/ef0123456789', `use ${X}`],
    ['apikey=abc', `apikey=${X}`],
    ['api-key=abc', `api-key=${X}`],
    ['invalid API key: abc123', `invalid API key: ${X}`],
    ['access_token=abc', `access_token=${X}`],
    ['refreshToken: "abc"', `refreshToken: "${X}"`],
    ['admin_token: abc1', `admin_token: ${X}`],
    ['admin_key=letmein', `admin_key=${X}`],
    ['private_key=abc', `private_key=${X}`],
    ['credentials: hunter2', `credentials: ${X}`],
    ['AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG', `AWS_SECRET_ACCESS_KEY=${X}`],
    ['AccountKey=abc==;EndpointSuffix=core', `AccountKey=${X};EndpointSuffix=core`],
    ['Config(user=bob, password=hunter2)', `Config(user=bob, password=${X})`],
    ['{user: bob, password: hunter2}', `{user: bob, password: ${X}}`],
    // JSON, JSON in JSON, other dumps
    ['{"password":"x\\\\","user":"bob"}', `{"password":"${X}","user":"bob"}`],
    ['{"password":"x","user":"bob"}', `{"password":"${X}","user":"bob"}`],
    ['{"password" : "x \\" y"}', `{"password" : "${X}"}`],
    ['{\\"password\\":\\"x y\\",\\"a\\":1}', `{\\"password\\":\\"${X}\\",\\"a\\":1}`],
    ['\\\\\\"token\\\\\\":\\\\\\"x\\\\\\"', `\\\\\\"token\\\\\\":\\\\\\"${X}\\\\\\"`],
    ['{"pin":1,"secret":12345}', `{"pin":1,"secret":${X}}`],
    ['{"password":"cut off', `{"password":"${X}`],
    ['"passwords": ["a", "b]c"]', `"passwords": [${X}]`],
    ['"passwords": [\n"a]b",\n "c"\n]', `"passwords": [${X}]`],
    ['{\\"passwords\\":[\\"a]b\\"]}', `{\\"passwords\\":[${X}]}`],
    ['{"user":"a","pass":"b"}', `{"user":"a","pass":"${X}"}`],
    [':password=>"hunter2"', `:password=>"${X}"`],
    ['config["token"] = "abc"', `config["token"] = "${X}"`],
    ['<password>hunter2</password>', `<password>${X}</password>`],
    // command lines
    ['--password hunter2', `--password ${X}`],
    ['--db_password hunter2', `--db_password ${X}`],
    ['mysql --password hunter2 -h db', `mysql --password ${X} -h db`],
    ['curl --token=abc https://x', `curl --token=${X} https://x`],
    ["run --api-key 'a b c' --verbose", `run --api-key '${X}' --verbose`],
    // URLs and data source names
    ['://u:p@host/', `://${X}@host/`],
    ['http://user:30012345/x@host/', `http://${X}@host/`],
    ['https://api.example.com/v1?token=x&page=2', `https://api.example.com/v1?token=${X}&page=2`],
    ['postgres://user:pass@db.internal:5432/app', `postgres://${X}@db.internal:5432/app`],
    ['mysql://root:p@ss@127.0.0.1/x', `mysql://${X}@127.0.0.1/x`],
    ['mongodb+srv://u:p@cluster0.mongodb.net/?w=1', `mongodb+srv://${X}@cluster0.mongodb.net/?w=1`],
    ['redis://:secretpw@cache:6379/0', `redis://${X}@cache:6379/0`],
    ['https://x0token@github.com/o/r.git', `https://${X}@github.com/o/r.git`],
    ['Invalid URL: postgres://u:p/s#s@host/db', `Invalid URL: postgres://${X}@host/db`],
    ['https:\\/\\/u:p@host\\/', `https:\\/\\/${X}@host\\/`],
    ['host=db user=app password=hunter2 dbname=x', `host=db user=app password=${X} dbname=x`],
    [
      'Server=db;User Id=sa;Password=abc;Encrypt=true',
      `Server=db;User Id=sa;Password=${X};Encrypt=true`,
    ],
    ['root:hunter2@tcp(127.0.0.1:3306)/app', `${X}@tcp(127.0.0.1:3306)/app`],
    // headers
    ['Authorization: Bearer abc.def', `Authorization: Bearer ${X}`],
    ['authorization: Basic dTpw', `authorization: Basic ${X}`],
    ['Proxy-Authorization: Basic dXNlcjpwYXNz', `Proxy-Authorization: Basic ${X}`],
    ['Authorization: Digest username="bob", response="6629fae4"', `Authorization: Digest ${X}`],
    [
      'Authorization: AWS4-HMAC-SHA256 Credential=A/b, Signature=5d67',
      `Authorization: AWS4-HMAC-SHA256 ${X}`,
    ],
    ['Authorization: hunter22', `Authorization: ${X}`],
    ['Cookie: sid=abc; theme=dark\nHost: x', `Cookie: ${X}\nHost: x`],
    ['Set-Cookie: sid=abc; HttpOnly; Path=/', `Set-Cookie: ${X}`],
    ["-H 'Cookie: sid=abc' https://x", `-H 'Cookie: ${X}' https://x`],
    ['X-Api-Key: 123abc456', `X-Api-Key: ${X}`],
    ['PRIVATE-TOKEN: abcDEF123', `PRIVATE-TOKEN: ${X}`],
    ['{"authorization":"Bearer abc"}', `{"authorization":"${X}"}`],
    ['got Bearer abc123 from client', `got Bearer ${X} from client`],
    ['line\\nBearer abc123', `line\\nBearer ${X}`],
    ['Basic dXNlcjpwYXNz', `Basic ${X}`],
    // issued keys
    ['key sk-proj-abcdefghij0123456789 rejected', `key ${X} rejected`],
    ['sk-ant-api03-abcdefghijklmnopqrst0', X],
    ['sk-abcdefghijKlmnopqrst', X],
    ['ghp_0123456789abcdefghijABCDEFGHIJ012345', X],
    ['gho_0123456789abcdefghij', X],
    ['github_pat_11ABCDEFG0abcdefghijkl_mnopqrst', X],
    ['glpat-abcdefghij0123456789', X],
    ['xoxb-123456789012-abcdefghijkl', X],
    ['AKIAIOSFODNN7EXAMPLE', X],
    ['ASIAIOSFODNN7EXAMPLE', X],
    ['AIzaSyA0123456789abcdefghijklmnopqrstuv', X],
    ['sk_live_abcdefgh12345678', X],
    ['rk_test_abcdefgh12345678', X],
    ['npm_0123456789abcdefghijABCDEFGHIJ012345', X],
    ['SG.abcdefghijklmnopqrstuv.ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abcdefg', X],
    ['SK0123456789abcdef0123456789abcdef', X],
    ['hf_abcdefghijABCDEFGHIJ0123', X],
    ['dop_v1_0123456789abcdef0123456789abcdef', X],
    ['a%20ghp_0123456789abcdefghij', `a%20${X}`],
    ['https://hooks.slack.com/services/T00000000/B00000000/X0X0X0X0X0', `https://${X}`],
    // tokens and key material
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-_1 expired', `${X} expired`],
    ['jwt_eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.', `jwt_${X}.`],
    [
      '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEAabcdef\n-----END RSA PRIVATE KEY----- bad',
      `${X} bad`,
    ],
    ['"-----BEGIN PRIVATE KEY-----\\nMIIEvQIBADANBgkqhkiG9w0BAQ"', `"${X}"`],
  ])('%j', (text, expected) => {
    expect(redactor.redact(text)).toBe(expected);
    expect(redactor.redact(expected)).toBe(expected);
    expect(redactor.suspicious(JSON.stringify({ details: text }))).toBe(true);
  });
});

describe('redact leaves alone', () => {
  it.each([
    ...[
      'password reset failed',
      'the token expired',
      'secret: none needed',
      'token budget: 200 tokens',
    ],
    ...['password=NULL', 'token=<t>', 'Bearer {token}', 'passwords: [none]', 'token: {id: x9}'],
    ...['token: Optional', 'token: ID_USED', 'token: EXHAUSTED', 'token:=string', 'pass:=x9'],
    ...[`password=${'*'.repeat(64)}`, 'password="" user="bob"', '<password></password>'],
    ...['Basic Usage', 'Cookie: disabled by the user'],
    'Unexpected token: x9 in the 3rd line of a text that the client sent',
    ...[`password=${X}`, `password=${X}.`, 'note:x user@tcp(db)'],
    ...['authorization failed', 'basic usage', 'bearer token missing', 'Bearer token required.'],
    ...['token: expired', 'token: invalid_token', 'authorization: denied', 'secret: not found'],
    ...['authorization: bearer token is missing', 'password: required', 'token: TOKEN_EXPIRED'],
    ...['password: must have at least 8 characters', 'password: 8 characters minimum'],
    ...[
      'token: TokenExpiredError',
      'token: string',
      'token: 已过期',
      'API key: missing',
      'API key not set',
    ],
    ...[
      'Unexpected token: }',
      "Unexpected token 'x' in JSON at position 3",
      'Unexpected token: "x9y8"',
    ],
    ...['syntax error at token: SELECT', 'max_tokens=200', 'max_tokens: 200', '"max_tokens":100'],
    ...['"token_count":3', 'token_count: 3', 'progressToken: 7', '"progressToken":"abc-1"'],
    ...['<pwd><</x>', 'previous_token=abc1', 'near token: x1', 'reservedToken=x1'],
    ...['nextPageToken=abc', 'NEXT_PAGE_TOKEN=abc', 'page_token: xyz1', 'tokens: 200'],
    ...['password_reset_url=https://x.example/reset', 'secret_name=db-main', 'token_type: Bearer'],
    ...[
      '"token_type":"Bearer"',
      'Bearer realm="mcp", error="invalid_token"',
      'Bearer error=invalid_token',
    ],
    ...['token == null', 'if (token === undefined) return', 'token => token.id', 'Token::Invalid'],
    ...[
      'secret://vault/path',
      'PWD=/home/user',
      'bypass=true',
      'pass: 12, fail: 3',
      'pass=12 fail=3',
    ],
    ...[
      'password=',
      'password=null',
      'password: ********',
      'token=<your-token>',
      'API_KEY=$API_KEY',
    ],
    ...['Set GITHUB_TOKEN=<token> and restart', 'password=${DB_PASSWORD}', 'Bearer ${token}'],
    ...[
      'Authorization: Bearer <token>',
      'use --token to authenticate',
      'pass --api-key or set API_KEY',
    ],
    ...['https://example.com/@user/post', 'http://localhost:3000/@vite/client', 'bob@example.com'],
    ...['mailto:bob@example.com', 'ssh://git@github.com/o/r.git', 'npm install @scope/pkg'],
    ...['primary key: id', 'foreign key constraint "fk_1" violated', 'idempotency_key=abc-123'],
    ...['cache_key: user:1', 'public_key=abc', 'duplicate key value violates unique constraint'],
    ...[
      'password authentication failed for user "bob"',
      'the secret of the Nile',
      'invalid credentials',
    ],
    ...[
      'cookie consent required',
      '"credential_kind": "routeros_rest"',
      'missing scope token:read',
    ],
    ...[
      'sk-learn-pipeline-default-name',
      'task-runner-service-01',
      'risk-free-trial-available-now',
    ],
    ...['Basic authentication is required', 'basic 101 course', 'eyJ is how a JWT begins'],
    ...[
      'expected -----BEGIN CERTIFICATE-----',
      'key=value',
      'sort_key: 12',
      'passed: 12',
      'compass: north',
    ],
    ...['secretary: Bob', 'tokenizer=o200k', 'passwordless: true', 'cookies are disabled'],
    ...['authorization server: https://auth.example.com', 'session token expired at 12:30'],
    ...[
      'DEVICE_UNREACHABLE: no answer from dev-lab-01 (198.51.100.7:443) in 5 s. ref=corr-0123456789abcdef',
    ],
  ])('%j', (text) => {
    expect(redactor.redact(text)).toBe(text);
  });
});

describe('registered secrets', () => {
  const secret = 'p"a/s s\n+ü';

  it('are masked literally, escaped for JSON and URIs, and in base64', () => {
    const own = createRedactor({ secrets: [secret] });
    const base64 = Buffer.from(secret).toString('base64');
    for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]) {
      expect(own.redact(`<${form}>`)).toBe(`<${X}>`);
    }
    expect(own.redact(`<${base64}>`)).toMatch(/^<\[REDACTED\]=*>$/);
    expect(own.redact(Buffer.from(secret).toString('base64url'))).toBe(X);
  });

  const long = 'pA5s+/wörd? 42';
  const bytes = Buffer.from(long);
  const each = (from: string, to: (byte: number) => string) =>
    Array.from(Buffer.from(from), to).join('');
  it.each([
    ['other letter case', long.toUpperCase()],
    ['mixed letter case', 'Pa5S+/WörD? 42'],
    ['hex', bytes.toString('hex')],
    ['hex in capitals', bytes.toString('hex').toUpperCase()],
    ['percent escapes', encodeURIComponent(long)],
    ['percent escapes in small letters', encodeURIComponent(long).toLowerCase()],
    ['percent escapes of every byte', each(long, (byte) => `%${byte.toString(16)}`)],
    ['percent escapes of some of it', 'p%415s+%2fw%c3%b6rd%3F 42'],
    ['a form', new URLSearchParams({ p: long }).toString().slice(2)],
    ['JSON in JSON', JSON.stringify(JSON.stringify(long)).slice(3, -3)],
  ])('of 8 bytes or more are masked in %s', (_, form) => {
    const own = createRedactor({ secrets: [long] });
    expect(own.redact(`<${form}>`)).toBe(`<${X}>`);
    expect(own.suspicious(JSON.stringify({ details: form }))).toBe(true);
  });

  it('are compared place by place: the whole text is never folded, which V8 would repeat for each place', () => {
    const { redact } = createRedactor({ secrets: ['correct-horse-battery'] });
    const lower = vi.spyOn(String.prototype, 'toLowerCase');
    const text = redact('İ CORRECT-HORSE '.repeat(1000) + 'CORRECT-HORSE-BATTERY');
    const longest = Math.max(0, ...lower.mock.contexts.map((one) => String(one).length));
    lower.mockRestore();
    expect(text).toMatch(/CORRECT-HORSE \[REDACTED\]$/);
    expect(longest).toBeLessThan(100);
  });

  it('of 8 bytes or more are masked in base64 at any offset, with the digits that share their bits', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 8, max: 36 }),
        fc.uint8Array({ maxLength: 9 }),
        fc.uint8Array({ maxLength: 9 }),
        fc.constantFrom('base64' as const, 'base64url' as const),
        (length, before, after, encoding) => {
          const secret = 'Zk93-vErY-lönG-S3cret-vAlue-7Qp'.repeat(2).slice(0, length);
          const own = createRedactor({ secrets: [secret] });
          const hidden = Buffer.from(secret);
          const whole = Buffer.concat([before, hidden, after]).toString(encoding);
          const first = Math.floor((before.length * 8) / 6);
          const last = Math.ceil(((before.length + hidden.length) * 8) / 6);
          expect(own.redact(whole)).toBe(whole.slice(0, first) + X + whole.slice(last));
        },
      ),
    );
  });

  it('of fewer than 8 bytes are masked in their own letter case only, also percent-encoded', () => {
    const own = createRedactor({ secrets: ['Spring7', 'pä7x'] });
    expect(own.redact('%53pring7 p%c3%a47x')).toBe(`${X} ${X}`);
    expect(own.redact('Spring7 spring7 537072696e6737')).toBe(`${X} spring7 537072696e6737`);
  });

  it('are found in one pass, for any number of secrets', () => {
    const secrets = Array.from({ length: 500 }, (_, i) => `${i * 7919}-device-password-${i}`);
    const own = createRedactor({ secrets });
    expect(own.redact(secrets.join(' '))).toBe(secrets.map(() => X).join(' '));
    for (const secret of secrets.slice(1)) own.removeSecret(secret);
    expect(own.redact(secrets.slice(0, 2).join(' '))).toBe(`${X} ${secrets[1]}`);
  });

  it('are both masked if they overlap', () => {
    const own = createRedactor({ secrets: ['abcdef', 'defghi', 'abcdefgh', 'ababab'] });
    expect(own.redact('x abcdefghi y')).toBe(`x ${X} y`);
    expect(own.redact('abababab!')).toBe(`${X}!`);
  });

  it('change the revision when they are added and when they are removed', () => {
    const redactor = createRedactor();
    const revisions = [redactor.revision];
    redactor.addSecret('swordfish');
    revisions.push(redactor.revision);
    redactor.removeSecret('swordfish');
    expect(new Set([...revisions, redactor.revision]).size).toBe(3);
  });

  it('are masked in both alphabets of base64', () => {
    const redactor = createRedactor({ secrets: ['>>>???>>>'] });
    expect(redactor.redact('a Pj4+Pz8/Pj4+ b Pj4-Pz8_Pj4- c')).toBe('a [REDACTED] b [REDACTED] c');
  });

  it('can be added and removed, and those under four characters are ignored', () => {
    const own = createRedactor();
    own.addSecret('dev-lab-01');
    own.addSecret('abc');
    own.addSecret('REDACTED');
    expect(own.redact('dev-lab-01 abc')).toBe(`${X} abc`);
    expect(own.suspicious('about dev-lab-01')).toBe(true);
    own.removeSecret('dev-lab-01');
    expect(own.redact('dev-lab-01 abc [REDACTED]')).toBe('dev-lab-01 abc [REDACTED]');
    expect(createRedactor().redact('dev-lab-01')).toBe('dev-lab-01');
  });

  it('leave no piece behind when the text is clipped after redaction; clipping first would', () => {
    const planted = 'Kx7-horse-battery-Q9zP2mW-correct-staple-4411';
    const own = createRedactor({ secrets: [planted] });
    const text = `Cannot open the vault with ${planted} at node 7, which refused it twice.`;
    let leaked = 0;
    for (let max = 1; max <= text.length; max++) {
      expect(longestPiece(clipText(own.redact(text), max), planted)).toBeLessThan(6);
      if (longestPiece(own.redact(text.slice(0, max)), planted) >= 6) leaked++;
    }
    expect(leaked).toBeGreaterThan(0);
  });
});

describe('patterns of the caller', () => {
  const own = createRedactor({
    patterns: [
      { anchor: 'ACME-', match: /ACME-\d{4}/ },
      { anchor: 'badge "', match: /badge "(?<secret>[^"]+)"/ },
    ],
  });

  it('mask their match, or its group named secret', () => {
    expect(own.redact('ACME-1234 and ACME-5678')).toBe(`${X} and ${X}`);
    expect(own.redact('badge "77" lost')).toBe(`badge "${X}" lost`);
  });

  it('are suspected by their anchor, in JSON text too', () => {
    expect(own.suspicious(JSON.stringify({ details: 'badge "77"' }))).toBe(true);
    expect(own.suspicious('ACME-1')).toBe(true);
  });
});

describe('redact', () => {
  it('does not go from one word to the one before it, pass by pass', () => {
    const text = `${'SG.--bearer '.repeat(40)}]`;
    const once = redactor.redact(text);
    expect(redactor.redact(once)).toBe(once);
  });

  it('is stable for any text, also when registered secrets touch markers', () => {
    const own = createRedactor({ secrets: ['ED]x', 'hunter2', '[REDA', 'a[RE'] });
    const piece = fc.constantFrom(
      X,
      'hunter2',
      'x',
      'a',
      'password=',
      '"',
      ' ',
      '@',
      'https://u:',
      '[',
      ']',
      'Bearer ',
    );
    fc.assert(
      fc.property(
        fc.array(piece).map((pieces) => pieces.join('')),
        (text) => {
          const once = own.redact(text);
          expect(own.redact(once)).toBe(once);
        },
      ),
    );
  });
});

function longestPiece(text: string, secret: string): number {
  for (let length = secret.length; length > 0; length--) {
    for (let at = 0; at + length <= secret.length; at++) {
      if (text.includes(secret.slice(at, at + length))) return length;
    }
  }
  return 0;
}

describe('a registered secret that was cut before it came here', () => {
  const { redact, suspicious } = createRedactor({ secrets: ['Zk93-very-long-secret-value'] });

  it.each([
    ['login: Zk93-very-long-secr', 'login: [REDACTED]'],
    ['login: Zk93-very-', 'login: [REDACTED]'],
    ['login: Zk93-very-long…', 'login: [REDACTED]…'],
    ['login: Zk93-very-long...', 'login: [REDACTED]...'],
    ['Zk93-very-long-secret-value and Zk93-very-long', '[REDACTED] and [REDACTED]'],
  ])('%s is still masked', (text, masked) => {
    expect(redact(text)).toBe(masked);
    expect(suspicious(JSON.stringify({ text }))).toBe(true);
  });

  it.each(['login: Zk93', 'login: Zk93-ver', 'Zk93-very-good, said he', 'Zk93-very-lonely'])(
    '%s is not',
    (text) => {
      expect(redact(text)).toBe(text);
    },
  );
});

describe('sentences of our own', () => {
  const sentence = 'password: swordfish';

  it('keep a word behind a sensitive name, unless it is one of the values', () => {
    const redactor = createRedactor();
    expect(redactor.redact(sentence)).toBe(`password: ${X}`);
    expect(redactor.withSentences([sentence], []).redact(sentence)).toBe(sentence);
    expect(redactor.withSentences([sentence], ['swordfish']).redact(sentence)).toBe(
      `password: ${X}`,
    );
  });
});

describe('the edges of what is masked', () => {
  it.each([
    ['open user:pw@tcp(host)', `open ${X}@tcp(host)`],
    ['dsn=user:pw@tcp(host)', `dsn=${X}@tcp(host)`],
    ['"user:pw@unix(/x)"', `"${X}@unix(/x)"`],
    ['eyJhbGciOiJub25l.aa.bb.cc.dd.rest', `${X}.rest`],
    ['token: 12ab34cd56ef is wrong', `token: ${X} is wrong`],
  ])('%s', (text, masked) => {
    expect(createRedactor().redact(text)).toBe(masked);
  });
});
