import type { Proof } from './proof.js';

/** A proof as one line of JSON, for programs. */
export function toProofJson(proof: Proof): string {
  const { system, declared, provoked, results, undeclared, missingFields, unclosed, stopped } =
    proof;
  return JSON.stringify({
    system,
    declared,
    provoked,
    cells: results.map(({ reason, variant, code, transport, era, outcome, why, reply }) => ({
      reason,
      ...(variant !== undefined && { variant }),
      code,
      transport,
      era,
      outcome,
      why,
      ...(reply !== undefined && { reply }),
    })),
    ...(proof.formsDeclared > 0 && {
      forms_declared: proof.formsDeclared,
      forms_shown: proof.formsShown,
      forms: proof.forms.map(({ name, transport, era, outcome, why }) => ({
        name,
        transport,
        era,
        outcome,
        why,
      })),
    }),
    undeclared,
    missing_fields: missingFields,
    ...(unclosed.length > 0 && { unclosed }),
    ...(stopped !== undefined && { stopped }),
    transports: proof.transports,
    eras: proof.eras,
  });
}
