import { Fault, resolveFields, type Definition, type ResolvedField } from '../../fault/index.js';
import type { CatalogInfo } from '../define-catalog.js';
import type { DataLayout } from './json-schema.js';
import { numberSpans, type NumberSpan } from './numbers.js';
import { renderLines, retryableOf, strategiesOf, strategyVaries } from './render.js';

export interface MarkdownOptions extends DataLayout {
  /** The heading; default: made from the domain. */
  readonly title?: string;
  /** A paragraph under the heading. */
  readonly intro?: string;
}

const DEPENDS = 'depends on the occurrence';

/** The reference page of a catalog. The same catalog always gives the same text. */
export function toMarkdown(catalog: CatalogInfo, options: MarkdownOptions = {}): string {
  const { domain, definitions, rules } = catalog;
  const envelope = resolveFields(options.envelope ?? {});
  const blocks = [
    `# ${options.title ?? `Failures of ${domain}`}`,
    ...(options.intro === undefined ? [] : [options.intro]),
    table(
      ['code', 'reason', 'title', 'category', 'recovery', 'retryable'],
      definitions.map((definition) => [
        String(definition.code),
        `[${definition.reason}](#${definition.reason.toLowerCase()})`,
        definition.title,
        definition.category,
        strategyText(definition),
        retryText(definition),
      ]),
    ),
    ...(envelope.length === 0
      ? []
      : ['Every `data` of this contract also has:', fieldTable(envelope)]),
    ...(options.contextIn === undefined
      ? []
      : [`The fields of each failure are in \`data.${options.contextIn}\`.`]),
    ...definitions.flatMap((definition) => section(definition, numberSpans(definition, rules))),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function section(definition: Definition<never>, spans: readonly NumberSpan[]): string[] {
  const { reason, title, when, fields, http, details } = definition;
  const facts = [
    `Code: ${spans.map(spanText).join(', ')}`,
    `Recovery: ${strategyText(definition)}${waitText(definition)}`,
    `Retryable: ${retryText(definition)}`,
    `Effect: ${effectText(definition)}`,
    ...(http === undefined ? [] : [`HTTP status: ${http}`]),
  ];
  const rendered = renderLines(details, fields, (text) => [text]);
  return [
    `## ${reason}`,
    when === undefined ? `**${inline(title)}**` : `**${inline(title)}**: ${inline(when)}`,
    bullets(facts),
    ...rendered.map((line) => `> ${inline(line)}`),
    ...(typeof details === 'function' && rendered.length === 0 ? [`> (${DEPENDS})`] : []),
    ...(fields.length === 0 ? [] : [fieldTable(fields)]),
    ...advice(definition),
  ];
}

/** Without a declaration, the text of the fault itself. */
function effectText(definition: Definition<never>): string {
  const { effect, condition, recovery } = definition;
  const depends =
    typeof effect === 'function' ||
    (effect === undefined &&
      (typeof condition === 'function' ||
        (typeof recovery === 'object' && typeof recovery.strategy === 'function')));
  return depends
    ? 'depends on the occurrence'
    : new Fault(definition as unknown as Definition, {}).effect;
}

function advice({ fields, ...definition }: Definition<never>): string[] {
  const suggestions = [
    ...renderLines(definition.suggestion, fields, (text) => [text]),
    ...renderLines(definition.suggestions, fields, (list) => list),
  ];
  const steps = renderLines(definition.nextSteps, fields, (list) => list);
  const others = renderLines(definition.alternatives, fields, (list) =>
    list.map(({ tool, description }) => `\`${tool}\`: ${description}`),
  );
  return [
    ...titled('Suggestions', suggestions),
    ...titled('Next steps', steps),
    ...titled('Alternatives', others),
  ];
}

function titled(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${title}:`, bullets(lines)];
}

function spanText({ number, from, to }: NumberSpan): string {
  return from === to ? `${number} (${from})` : `${number} (${from} to ${to})`;
}

function strategyText(definition: Definition<never>): string {
  const strategies = strategiesOf(definition);
  if (!strategyVaries(definition)) return strategies.join();
  if (strategies.length === 0) return DEPENDS;
  // One alone means that the others hide behind values that a placeholder does not have.
  const known = strategies.length === 1 ? [...strategies, 'another'] : strategies;
  return `${known.join(' or ')}, by occurrence`;
}

function waitText({ recovery, fields }: Definition<never>): string {
  if (typeof recovery === 'string') return '';
  const [seconds] = renderLines(recovery.retryAfter, fields, (value) => [String(value)]);
  return seconds === undefined ? '' : `, after ${seconds} s`;
}

function retryText(definition: Definition<never>): string {
  const retryable = retryableOf(definition);
  if (retryable === undefined) return definition.retryableWhen ?? DEPENDS;
  return retryable ? 'yes' : 'no';
}

function fieldTable(fields: readonly ResolvedField[]): string {
  return table(['field', 'type', 'required', 'description'], fieldRows(fields, ''));
}

function fieldRows(fields: readonly ResolvedField[], prefix: string): string[][] {
  return fields.flatMap((field) => {
    const { name, type, required, description = '', values = [], items = [] } = field;
    const path = `${prefix}${name}`;
    const choice = values.length === 0 ? '' : `one of ${values.join(', ')}`;
    const text = [description, choice].filter((part) => part !== '').join('; ');
    const members = fieldRows(items, `${path}${type.endsWith('[]') ? '[]' : ''}.`);
    return [[`\`${path}\``, type, required ? 'yes' : 'no', text], ...members];
  });
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => inline(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${inline(line)}`).join('\n');
}

/** One line that stays text: no line breaks, no markup of HTML. */
function inline(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('<', '&lt;').trim();
}
