import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { defineCatalog } from '../catalog/index.js';
import { defineContract } from './define-contract.js';
import { estimateTokens, Fault, GENERIC, toolError } from '../fault/index.js';
import { toProblemDocument } from './http.js';
import { toFaultRecord } from './log.js';
import { toRpcErrorJson } from './rpc.js';
import { demo, demoContract, unreachable, viewOf } from './testing/demo.js';
import { toolText, toToolFailure, toToolFailureJson, toToolFailureObject } from './tool.js';

const view = viewOf('2026-07-28');
const ref = 'corr-0123456789abcdef' as const;

describe('a contract in another language', () => {
  const catalog = defineCatalog(
    'schreibtisch',
    {
      ZU: {
        code: -31000,
        title: 'Zu',
        category: 'x',
        recovery: 'fix_and_retry',
        suggestion: 'wait',
      },
      WEG: { code: -31001, title: 'Weg', category: 'x', recovery: 'retry_with_backoff' },
      KAPUTT: {
        ...{ code: -31002, title: 'Kaputt', category: 'x', recovery: 'report_and_abort' },
        condition: 'unexpected',
      },
    },
    { unexpected: 'KAPUTT' },
  );
  const contract = defineContract({
    catalog,
    suggestion: ({ reason }) => (reason === 'ZU' ? 'morgen wiederkommen' : undefined),
    toolWords: {
      stop: ' !',
      effects: { none: 'Nichts geändert.', done: 'Geändert.', unknown: 'Unklar.' },
      next: 'Dann:',
      retry: (seconds) => `nach ${seconds ?? '?'} s`,
      advice: {
        ...{ retry_with_backoff: 'später', user_action_required: 'fragen' },
        ...{ fix_and_retry: 'ändern', report_and_abort: 'melden' },
      },
      checkFirst: (advice) => `nachsehen, ${advice}`,
      unexpected: 'ins Protokoll sehen',
    },
  });

  it.each([
    [catalog.ZU({}, { ref }), 'ZU: Zu ! Nichts geändert. Dann: morgen wiederkommen !'],
    [
      catalog.WEG({}, { ref, effect: 'none', retryAfter: 5 }),
      'WEG: Weg ! Nichts geändert. Dann: nach 5 s !',
    ],
    [
      catalog.WEG({}, { ref, effect: 'unknown', retryAfter: 5 }),
      'WEG: Weg ! Unklar. Dann: nachsehen, nach 5 s !',
    ],
    [
      catalog.KAPUTT({}, { ref, effect: 'unknown' }),
      'KAPUTT: Kaputt ! Unklar. Dann: ins Protokoll sehen !',
    ],
  ])('has no English in the text for models', (fault, text) => {
    expect(toolText(fault, contract, view)).toBe(`${text} ref=${ref}`);
  });
});

describe('words of the thrower', () => {
  it('the option message replaces the title in the text for the model', () => {
    const desk = defineCatalog(
      'desk',
      {
        REFUSED: {
          code: -31000,
          title: 'Refused',
          category: 'x',
          recovery: 'user_action_required',
        },
        CLOSED: {
          code: -31001,
          title: 'Closed',
          category: 'x',
          details: 'Nobody is there',
          recovery: 'user_action_required',
        },
      },
      { unexpected: 'REFUSED' },
    );
    const contract = defineContract({ catalog: desk });
    for (const make of [desk.REFUSED, desk.CLOSED]) {
      const text = toolText(make({}, { message: 'The desk closes at noon' }), contract, view);
      expect(text).toMatch(/^[A-Z]+: The desk closes at noon\. Nothing was changed\./);
    }
  });
});

describe('the first line for the model', () => {
  it.each([
    [
      'a failure that will pass',
      unreachable(),
      'DEVICE_UNREACHABLE: No answer from dev-lab-01 (198.51.100.7:443). Nothing was changed. Next: retry after 60 s. ref=corr-0123456789abcdef',
    ],
    [
      'one that somebody has to allow',
      demo.FORBIDDEN({ device_id: 'd1' }, { ref }),
      'FORBIDDEN: d1 does not allow writes. Nothing was changed. Next: Use registry/update to allow writes. ref=corr-0123456789abcdef',
    ],
    [
      'one whose effect nobody knows',
      demo.DEVICE_UNREACHABLE(
        { device_id: 'd1', address: 'a' },
        { ref, effect: 'unknown', suggestion: 'Read the address back' },
      ),
      'DEVICE_UNREACHABLE: No answer from d1 (a). It is not known whether anything was changed. Next: Read the address back. ref=corr-0123456789abcdef',
    ],
    [
      'one that may be retried, but may have been done',
      demo.DEVICE_UNREACHABLE({ device_id: 'd1', address: 'a' }, { ref, effect: 'unknown' }),
      'DEVICE_UNREACHABLE: No answer from d1 (a). It is not known whether anything was changed. Next: check that first, then retry after 60 s. ref=corr-0123456789abcdef',
    ],
    [
      'one without advice whose effect nobody knows',
      demo.INVALID_INPUT({ errors: [] }, { ref, effect: 'unknown' }),
      'INVALID_INPUT: 0 fields are wrong. It is not known whether anything was changed. Next: check that first, then correct the arguments and call again. ref=corr-0123456789abcdef',
    ],
    [
      'one without advice of its own',
      demo.INVALID_INPUT({ errors: [] }, { ref, effect: 'done' }),
      'INVALID_INPUT: 0 fields are wrong. The change was made. Next: correct the arguments and call again. ref=corr-0123456789abcdef',
    ],
  ])('tells %s', (_, fault, line) => {
    expect(toolText(fault, demoContract, view).split('\n')[0]).toBe(line);
    expect(encode(line).length).toBeLessThanOrEqual(60);
  });

  it('keeps the whole advice of an unexpected failure within the default budget', () => {
    const oops = new Fault(GENERIC.UNEXPECTED, {}, { ref });
    expect(toolText(oops, demoContract, view)).toBe(
      'UNEXPECTED: Unexpected server error. It is not known whether anything was changed. Next: do not repeat the call. Details are in the server log under this ref. ref=corr-0123456789abcdef',
    );
  });

  it.each([
    ['retry_with_backoff', 'retry later'],
    ['user_action_required', 'ask the user to resolve this, then call again'],
    ['fix_and_retry', 'correct the arguments and call again'],
    ['report_and_abort', 'do not repeat the call; tell the user'],
  ] as const)('has advice for %s where the failure has none', (recovery, advice) => {
    const lamp = { code: -31001, title: 'Lamp', category: 'x', recovery } as const;
    const catalog = defineCatalog('lamps', { LAMP: lamp });
    const fault = catalog.LAMP({}, { effect: 'none' });
    const text = toolText(fault, defineContract({ catalog }), viewOf('2025-11-25'));
    expect(text).toContain(` Next: ${advice}. ref=`);
  });

  it('stays about 60 tokens long, whatever happened', () => {
    const details = 'the device answered with a very long story about itself '.repeat(50);
    const fault = demo.DEVICE_UNREACHABLE({ device_id: 'd1', address: 'a' }, { ref, details });
    const [line] = toolText(fault, demoContract, view).split('\n');
    expect(line).toMatch(
      /^DEVICE_UNREACHABLE: the device .*… Nothing was changed\. Next: retry after 60 s\. ref=corr-/,
    );
    expect(encode(line!).length).toBeLessThanOrEqual(66);
  });

  it('has about 60 tokens with any advice', () => {
    const suggestion = 'do this, then that, '.repeat(500);
    const [line] = toolText(
      demo.FORBIDDEN({ device_id: 'd1' }, { suggestion }),
      demoContract,
      view,
    ).split('\n');
    expect(line).toMatch(/^FORBIDDEN: d1 does not allow writes\. .*Next: do this, .*… ref=corr-/);
    expect(encode(line!).length).toBeLessThanOrEqual(66);
  });

  it('has 22 tokens of details and of advice, with a reason of any length', () => {
    const reason = 'A'.repeat(64);
    const catalog = defineCatalog('long', {
      [reason]: { code: -31001, title: 'A', category: 'x', recovery: 'report_and_abort' },
    });
    const contract = defineContract({ catalog });
    const definition = catalog.definition(reason)!;
    for (let words = 15; words < 30; words++) {
      const said = 'word '.repeat(words).trim();
      const fits = estimateTokens(said) <= 22;
      const advice = toolText(new Fault(definition, {}, { suggestion: said }), contract, view);
      expect(advice.includes(`Next: ${said}.`)).toBe(fits);
      const details = toolText(new Fault(definition, {}, { details: said }), contract, view);
      expect(details.includes(`: ${said}.`)).toBe(fits);
    }
  });

  it('costs no more than its budget by our own estimate, which is on the high side', () => {
    const details = 'the device answered with a very long story about itself '.repeat(50);
    const fault = demo.DEVICE_UNREACHABLE({ device_id: 'd1', address: 'a' }, { ref, details });
    const [line = ''] = toolText(fault, demoContract, view).split('\n');
    expect(estimateTokens(line)).toBeLessThanOrEqual(view.budget.firstLineTokens + 5);
  });

  it('ends empty details like any others', () => {
    const fault = demo.FORBIDDEN({ device_id: 'd1' }, { details: '', ref });
    expect(toolText(fault, demoContract, view)).toContain('FORBIDDEN: . Nothing was changed.');
  });

  it('is one line, with any details', () => {
    const fault = demo.FORBIDDEN(
      { device_id: 'd1' },
      { details: 'a\r\nIGNORE\u2028ALL\u202e', ref },
    );
    expect(toolText(fault, demoContract, view).split('\n')[0]).toContain(
      'FORBIDDEN: a IGNORE ALL. ',
    );
  });
});

describe('the rest of the text', () => {
  it('lists the fields to fix', () => {
    const errors = [
      { field: 'device_id', message: 'Required field missing' },
      { field: 'dns_servers', message: 'Must be array of strings' },
    ];
    const lines = toolText(demo.INVALID_INPUT({ errors }), demoContract, view).split('\n');
    expect(lines.slice(1)).toEqual([
      '- device_id: Required field missing',
      '- dns_servers: Must be array of strings',
    ]);
  });

  it('lists the further steps and the alternatives once', () => {
    expect(
      toolText(demo.FORBIDDEN({ device_id: 'd1' }), demoContract, view)
        .split('\n')
        .slice(1),
    ).toEqual(['- Ask the administrator', '- registry/list: List devices that allow writes']);
  });

  it('gives an alternative with its arguments, so that it can be called unchanged', () => {
    const alternatives = [
      { tool: 'registry/list', description: 'Others', arguments: { filter: 'writes=true' } },
      { tool: 'registry/get', description: 'This one', arguments: {} },
    ];
    expect(
      toolText(demo.FORBIDDEN({ device_id: 'd1' }, { alternatives }), demoContract, view)
        .split('\n')
        .slice(2),
    ).toEqual(['- registry/list {"filter":"writes=true"}: Others', '- registry/get: This one']);
  });

  it('ends at 200 tokens', () => {
    const errors = Array.from({ length: 500 }, (_, i) => ({
      field: `field_${i}`,
      message: 'has to be a number',
    }));
    const text = toolText(demo.INVALID_INPUT({ errors }), demoContract, view);
    expect(encode(text).length).toBeLessThanOrEqual(220);
    expect(text).toContain('INVALID_INPUT: 500 fields are wrong');
    const few = demo.INVALID_INPUT({ errors: errors.slice(0, 60) });
    expect(toToolFailureJson(few, demoContract, view)).not.toContain('- field_59');
  });

  it('has the steps of the contract instead of the fault’s, and adds none to a fault without steps', () => {
    const contract = defineContract({ catalog: demo, steps: () => ['Read the manual'] });
    const linesOf = (fault: Fault) => toolText(fault, contract, view).split('\n').slice(1);
    expect(linesOf(unreachable())).toEqual(['- Read the manual']);
    expect(linesOf(demo.UNAUTHORIZED())).toEqual([]);
  });

  it('adds nothing to the words of a tool error that says nothing of effect and retry', () => {
    const fault = toolError('The lamp is broken');
    expect(toolText(fault, demoContract, view)).toBe(
      `TOOL_ERROR: The lamp is broken. ref=${fault.ref}`,
    );
    const final = toolError('The lamp is broken', { retry: false });
    expect(toolText(final, demoContract, view)).toBe(
      `TOOL_ERROR: The lamp is broken. Next: do not repeat the same call. ref=${final.ref}`,
    );
  });

  it('has no secret', () => {
    const fault = demo.FORBIDDEN(
      { device_id: 'd1' },
      {
        details: 'login with password=hunter2 failed',
        nextSteps: ['use Bearer abcdefghijklmnop123456'],
      },
    );
    expect(toolText(fault, demoContract, view)).not.toMatch(/hunter2|abcdefghijklmnop/);
  });
});

describe('words of our own behind a sensitive name', () => {
  const message = 'Too small: expected string to have >=8 characters';

  it('stay in the line of a field', () => {
    const errors = [{ field: 'password', message }];
    const failure = toToolFailure(demo.INVALID_INPUT({ errors }), demoContract, view);
    expect(failure.content[0].text).toContain(`- password: ${message}`);
  });

  it('stay in a template and in details that are made with the redactor at hand', () => {
    const context = { device_id: 'd1', address: 'a' };
    const fault = demo.DEVICE_UNREACHABLE(context, { details: () => `password: ${message}` });
    expect(toolText(fault, demoContract, view)).toContain(`password: ${message}`);
    const details = () => `password: ${message}`;
    const declared = new Fault({ ...fault.definition, details }, context);
    expect(toolText(declared, demoContract, view)).toContain(`password: ${message}`);
    expect(toRpcErrorJson(declared, demoContract, view)).toContain(message);
    expect(toProblemDocument(declared, demoContract, view).detail).toBe(`password: ${message}`);
    expect(toFaultRecord(declared, demoContract, view).details).toBe(`password: ${message}`);
  });

  it.each([
    ['swordfish', 'user: bob'],
    ['hunter2', 'is wrong'],
  ])('do not expose the value %s', (value, rest) => {
    const sentence = (secret: string) => `password: ${secret} ${rest}`;
    const context = { device_id: value, address: 'a' };
    const { definition } = unreachable();
    const details = (c: { device_id: string }) => sentence(c.device_id);
    const surfaces = (fault: Fault) => [
      toolText(fault, demoContract, view),
      toRpcErrorJson(fault, demoContract, view),
      toFaultRecord(fault, demoContract, view).details,
    ];
    for (const text of [
      ...surfaces(new Fault({ ...definition, details }, context)),
      ...surfaces(
        demo.DEVICE_UNREACHABLE({ device_id: 'd1', address: 'a' }, { details: sentence(value) }),
      ),
      ...surfaces(
        demo.DEVICE_UNREACHABLE(
          { device_id: 'd1', address: 'a' },
          { details: (redact) => sentence(redact(value)) },
        ),
      ),
    ]) {
      expect(text).not.toContain(sentence(value));
    }
  });
});

describe('the tool surface', () => {
  it('is a result that counts as a failure, with the facts beside the words', () => {
    expect(toToolFailure(unreachable(), demoContract, view)).toEqual({
      content: [{ type: 'text', text: expect.stringContaining('DEVICE_UNREACHABLE') as string }],
      isError: true,
      resultType: 'complete',
      _meta: {
        'dev.errata/fault': {
          domain: 'demo',
          reason: 'DEVICE_UNREACHABLE',
          code: -31010,
          category: 'device',
          retryable: true,
          retry_after: 60,
          effect: 'none',
          recovery_strategy: 'retry_with_backoff',
          ref,
          data: { device_id: 'dev-lab-01', address: '198.51.100.7:443' },
        },
      },
    });
  });

  it('is the same on the fast and the slow path near the limit of the text', () => {
    for (let words = 40; words < 260; words += 3) {
      const suggestions = ['word '.repeat(words).trim(), 'or not'];
      const fault = demo.DEVICE_UNREACHABLE({ device_id: 'd', address: 'a' }, { ref, suggestions });
      const long = toToolFailure(fault, demoContract, view);
      expect(JSON.parse(toToolFailureJson(fault, demoContract, view)!)).toEqual(long);
    }
  });

  it('has the details that are made with the redactor at hand', () => {
    const context = { device_id: 'd1', address: 'a' };
    const details = () => 'password: is too short';
    const fault = demo.DEVICE_UNREACHABLE(context, { ref, details });
    const long = toToolFailure(fault, demoContract, view);
    expect(JSON.parse(toToolFailureJson(fault, demoContract, view)!)).toEqual(long);
  });

  it('has structured content only if the tool allows it, and a result type only if the era has one', () => {
    const result = toToolFailure(unreachable(), demoContract, viewOf('2025-06-18'), {
      structured: true,
    });
    expect(result.structuredContent).toEqual(result._meta['dev.errata/fault']);
    expect(result).not.toHaveProperty('resultType');
  });
});

describe('toToolFailureObject', () => {
  it('is a copy if the context is not plain JSON', () => {
    const when = new Date(0);
    const fault = unreachable(when as never);
    const { _meta } = toToolFailureObject(fault, demoContract, view);
    expect(_meta['dev.errata/fault'].data).toMatchObject({ note: when.toISOString() });
  });

  it.each([0, 1_000, 2_500, 3_000, 6_000, 20_000])(
    'is what the JSON says, also with %i wide characters, and fits the same budget',
    (length) => {
      const fault = unreachable('字'.repeat(length));
      const made = toToolFailureObject(fault, demoContract, view);
      expect(made).toEqual(JSON.parse(toToolFailureJson(fault, demoContract, view)!));
      expect(Buffer.byteLength(JSON.stringify(made))).toBeLessThan(view.budget.dataBytes + 1_000);
    },
  );

  it('has no data if the failure declares no fields', () => {
    const fault = demo.UNAUTHORIZED({}, { ref });
    const made = toToolFailureObject(fault, demoContract, view);
    expect(made).toEqual(JSON.parse(toToolFailureJson(fault, demoContract, view)!));
    expect(made._meta['dev.errata/fault']).not.toHaveProperty('data');
  });

  it('fits a small budget', () => {
    const small = viewOf('2026-07-28', { budget: { ...view.budget, dataBytes: 2_000 } });
    const fault = unreachable('字'.repeat(800));
    const { _meta } = toToolFailureObject(fault, demoContract, small);
    expect(Buffer.byteLength(JSON.stringify(_meta))).toBeLessThan(2_500);
  });

  const form = defineCatalog('form', {
    WRONG: {
      ...{ code: -31001, title: 'Wrong', category: 'input', recovery: 'fix_and_retry' },
      context: { errors: 'json', more: 'json?', note: 'string?' },
    },
  });
  const formContract = defineContract({ catalog: form });
  const wrong = (context: object) => form.WRONG(context as { errors: unknown }, { ref });

  it('does not copy the list of field errors', () => {
    const errors = [
      { field: 'a', message: 'is missing', expected: 'text', received: 'nothing', example: '"b"' },
      { field: 'b', message: 'is too long' },
    ];
    for (const context of [{ errors }, { errors, more: 3 }]) {
      const { _meta } = toToolFailureObject(wrong(context), formContract, view);
      expect(_meta['dev.errata/fault'].data).toEqual(context);
      expect(_meta['dev.errata/fault'].data!['errors']).toBe(errors);
    }
  });

  it('lists field errors, and errors without a field', () => {
    const errors = [{ field: 'a', message: 'is missing' }, { message: 'too long' }, { field: 'b' }];
    const text = toolText(wrong({ errors: [...errors, null, 'c', 7] }), formContract, view);
    expect(text.split('\n').slice(1)).toEqual(['- a: is missing', '- too long']);
  });

  const secret = 'password=hunter2hunter2';
  it.each<object>([
    { errors: [{ field: 'a', message: secret }] },
    { errors: [{ field: secret }] },
    { errors: [{ field: 'a' }], note: secret },
    { errors: [{ field: 'a' }], more: secret },
    { errors: [{ field: 'a', password: 'walnut tree' }] },
    { errors: [{ field: 'a', message: { password: 'walnut tree' } }] },
    { errors: [{ field: 'a', message: [secret] }] },
    { errors: [{ field: 'a', toJSON: () => secret }] },
    { errors: [secret, null, 7] },
    { errors: { message: secret } },
    { errors: Object.assign([{ field: 'a' }], { toJSON: () => [secret] }) },
    { errors: [], more: Object.assign([1], { toJSON: () => [secret] }) },
    { errors: [{ field: 'a', message: '字'.repeat(6_000) }] },
  ])('holds no secret of wrong fields: %j', (context) => {
    const fault = wrong(context);
    const made = toToolFailureObject(fault, formContract, view);
    expect(made).toEqual(JSON.parse(JSON.stringify(toToolFailure(fault, formContract, view))));
    expect(JSON.stringify(made)).not.toMatch(/hunter2|walnut/);
  });

  it('holds no secret of a shape that writes itself', () => {
    const write = () => ({ errors: [], toJSON: () => ({ note: secret }) });
    const shape = { ...formContract.shape, write };
    const contract = defineContract({ catalog: form, shape });
    const made = toToolFailureObject(wrong({ errors: [] }), contract, view);
    expect(JSON.stringify(made)).not.toContain('hunter2');
  });
});
