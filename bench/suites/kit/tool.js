/** The one tool that every server here has. */
export const NAME = 'add';
export const description = 'Adds two numbers';

/** @typedef {{ a: number, b: number, label: string }} Given */

/** What the kit checks by; `zod-schema.js` says the same for those that take Zod. */
export const inputSchema = {
  type: 'object',
  properties: {
    a: { type: 'number' },
    b: { type: 'number' },
    label: { type: 'string', minLength: 1, maxLength: 80 },
  },
  required: ['a', 'b', 'label'],
};

/** @param {Given} given */
export const run = ({ a, b, label }) => ({
  content: [{ type: /** @type {const} */ ('text'), text: `${label}: ${a + b}` }],
});
