import { describe, expect, it } from 'vitest';
import { renderProof, toProofJson, type Proof } from './index.js';

const cell = { transport: 'stdio', era: '2025-11-25' } as const;

const proof: Proof = {
  system: 'shop',
  declared: 3,
  provoked: 1,
  results: [
    { reason: 'OUT_OF_STOCK', code: -32010, ...cell, outcome: 'provoked', why: 'bought twice' },
    {
      reason: 'CLOSED',
      variant: 'night',
      code: -32012,
      ...cell,
      outcome: 'missed',
      why: 'it was open',
    },
    { reason: 'STOLEN', code: -32013, ...cell, outcome: 'impossible', why: 'no thieves on stdio' },
  ],
  formsDeclared: 0,
  formsShown: 0,
  forms: [],
  undeclared: [{ ...cell, code: -32055 }],
  missingFields: [{ reason: 'OUT_OF_STOCK', ...cell, field: 'left' }],
  unclosed: [],
  transports: ['stdio'],
  eras: ['2025-11-25'],
  complete: false,
};

const withForms: Proof = {
  ...proof,
  formsDeclared: 3,
  formsShown: 1,
  forms: [
    { name: 'reserve waits', ...cell, outcome: 'shown', why: 'it is reserved' },
    { name: 'reserve refuses', ...cell, outcome: 'missed', why: 'it was there' },
    { name: 'reserve later', ...cell, outcome: 'impossible', why: 'no clock on stdio' },
  ],
};

describe('renderProof', () => {
  it('is a table, and what is wrong below it', () => {
    expect(renderProof(proof, { columns: 100 }).split('\n')).toEqual([
      '                stdio',
      '                2025-11-25',
      'OUT_OF_STOCK    ✓ -32010',
      'CLOSED (night)  ✗ -32012',
      'STOLEN          – -32013',
      '',
      'impossible STOLEN on stdio 2025-11-25: no thieves on stdio',
      'missed CLOSED (night) on stdio 2025-11-25: it was open',
      'undeclared -32055 on stdio 2025-11-25',
      'missing left of OUT_OF_STOCK on stdio 2025-11-25',
      'not proved STOLEN: impossible everywhere',
      'shop: 1 of 3 declared failures (1 provoked, 1 impossible, 1 missed): NOT complete',
    ]);
  });

  it('reports declared results as it tells failures, without a number', () => {
    const lines = renderProof(withForms, { columns: 100 }).split('\n');
    expect(lines.slice(4, 8)).toEqual([
      'STOLEN           – -32013',
      'reserve waits    ✓',
      'reserve refuses  ✗',
      'reserve later    –',
    ]);
    expect(lines).toContain('impossible reserve later on stdio 2025-11-25: no clock on stdio');
    expect(lines).toContain('missed reserve refuses on stdio 2025-11-25: it was there');
    expect(lines).toContain('not proved reserve later: impossible everywhere');
    const all = renderProof(withForms, { columns: 200 }).split('\n').at(-1);
    expect(all).toBe(
      'shop: 1 of 3 declared failures (1 provoked, 1 impossible, 1 missed), ' +
        '1 of 3 declared results (1 shown, 1 impossible, 1 missed): NOT complete',
    );
  });

  it('says nothing of failures where only results were to be shown', () => {
    const alone = { ...withForms, declared: 0, provoked: 0, results: [] };
    expect(renderProof(alone, { columns: 100 }).split('\n').at(-1)).toBe(
      'shop: 1 of 3 declared results (1 shown, 1 impossible, 1 missed): NOT complete',
    );
  });

  it('says where a reason is impossible everywhere, and not where one cause is possible', () => {
    const stolen = proof.results.at(-1)!;
    const shown = (outcome: 'provoked' | 'impossible') =>
      renderProof(
        {
          ...proof,
          results: [
            { ...stolen, variant: 'day', outcome },
            { ...stolen, variant: 'night' },
          ],
        },
        { columns: 100 },
      );
    expect(shown('impossible').split('not proved STOLEN: impossible everywhere')).toHaveLength(2);
    expect(shown('provoked')).not.toContain('not proved');
  });

  it('of a proof that was stopped, is what was found until then', () => {
    const stopped = { ...proof, stopped: { done: 31, total: 128 } };
    expect(renderProof(stopped, { columns: 100 }).split('\n')).toEqual([
      'missed CLOSED (night) on stdio 2025-11-25: it was open',
      'undeclared -32055 on stdio 2025-11-25',
      'missing left of OUT_OF_STOCK on stdio 2025-11-25',
      'Stopped after 31 of 128; nothing is said about the rest.',
    ]);
  });

  it('is a list where the table would not fit, and no line is too long', () => {
    const lines = renderProof(proof, { columns: 26 }).split('\n');
    expect(lines[0]).toMatch(/^✓ OUT_OF_STOCK -32010/);
    expect(renderProof(withForms, { columns: 27 })).toMatch(/^✓ reserve waits, stdio/m);
    expect(lines.every((line) => line.length <= 26)).toBe(true);
  });

  it('breaks sentences between words, and loses none of them', () => {
    const text = renderProof(proof, { columns: 40 });
    expect(text).toContain('impossible STOLEN on stdio 2025-11-25:\n│ no thieves on stdio\n');
  });

  it('has colours only where they are asked for', () => {
    expect(renderProof(proof, { columns: 100, colors: true })).toContain('\u001b[31m');
    expect(renderProof(proof, { columns: 100 })).not.toContain('\u001b');
  });
});

describe('toProofJson', () => {
  it('is one line with the members that programs read', () => {
    expect(toProofJson({ ...proof, results: proof.results.slice(1, 2) })).toBe(
      '{"system":"shop","declared":3,"provoked":1,"cells":[{"reason":"CLOSED","variant":"night","code":-32012,' +
        '"transport":"stdio","era":"2025-11-25","outcome":"missed","why":"it was open"}],' +
        '"undeclared":[{"transport":"stdio","era":"2025-11-25","code":-32055}],' +
        '"missing_fields":[{"reason":"OUT_OF_STOCK","transport":"stdio","era":"2025-11-25","field":"left"}],' +
        '"transports":["stdio"],"eras":["2025-11-25"]}',
    );
  });

  it('has the declared results where there are some', () => {
    const { forms } = withForms;
    expect(JSON.parse(toProofJson(withForms))).toMatchObject({
      forms_declared: 3,
      forms_shown: 1,
      forms,
    });
    expect(Object.keys(JSON.parse(toProofJson(proof)) as object).join()).not.toContain('form');
  });
});
