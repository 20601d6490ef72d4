import type { Fault, FaultOptions } from '@errata/core';
import type { RouterosContext } from './catalog.js';
import { createFault } from './create-error.js';
import { DEFAULT_RETRY_AFTER } from './strategy.js';
import {
  DEVICE_ERROR_TEMPLATES,
  ERROR_TEMPLATES,
  fillTemplate,
  type ErrorTemplate,
  type TemplateName,
} from './templates.js';

type ReasonOf<N extends TemplateName> = N extends keyof typeof DEVICE_ERROR_TEMPLATES
  ? N
  : 'VALIDATION_ERROR';

type Placeholder<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

/** What a template needs: the fields of its reason, with those required that its sentence mentions. */
export type TemplateContext<N extends TemplateName> = N extends TemplateName
  ? RouterosContext<ReasonOf<N>> & {
      readonly [P in Placeholder<(typeof ERROR_TEMPLATES)[N]['message_template']>]: string;
    }
  : never;

/** The fault that a template describes: its sentence, what was expected, how to recover. */
export function fromTemplate<N extends TemplateName>(
  name: N,
  context: TemplateContext<N>,
  options: FaultOptions = {},
): Fault {
  const { message_template, recovery, suggestions, expected }: ErrorTemplate =
    ERROR_TEMPLATES[name];
  const values = { retry_after: DEFAULT_RETRY_AFTER, ...context };
  // What the device answered decides over the template: a device that failed is not repaired by other arguments.
  const byCause = 'http_status' in context && context.http_status !== undefined;
  return createFault(
    Object.hasOwn(DEVICE_ERROR_TEMPLATES, name) ? (name as ReasonOf<N>) : 'VALIDATION_ERROR',
    expected === undefined ? context : { expected: fillTemplate(expected, values), ...context },
    {
      details: fillTemplate(message_template, values),
      ...(!byCause && { strategy: recovery }),
      ...(suggestions && { suggestions: suggestions.map((text) => fillTemplate(text, values)) }),
      ...options,
    },
  );
}
