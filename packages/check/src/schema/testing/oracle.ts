import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';

// Without all errors, it skips `contains` where a list is shorter than `prefixItems`.
const OPTIONS = {
  allErrors: true,
  strict: false,
  validateFormats: false,
  ownProperties: true,
  logger: false,
} as const;
const draft07 = new Ajv(OPTIONS);
const draft2020 = new Ajv2020(OPTIONS);

/** What Ajv says of values; undefined of a schema that it does not take. */
export function oracle(
  schema: Readonly<Record<string, unknown>>,
): ((value: unknown) => boolean) | undefined {
  const old = String(schema['$schema']).includes('draft-07');
  try {
    const accepts = (old ? draft07 : draft2020).compile(schema);
    return (value) => accepts(value) === true;
  } catch {
    return undefined; // such as a reference to nothing
  }
}
