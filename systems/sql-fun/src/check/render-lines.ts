import type { Finding, Severity } from './finding.js';
import { meantBy, statementsOf, type CheckReport } from './report.js';

/** A finding as programs read it. */
export function findingJson({
  file,
  line,
  column,
  severity,
  reason,
  code,
  sqlstate,
  message,
  didYouMean,
}: Finding) {
  const did_you_mean = didYouMean.length === 0 ? null : didYouMean;
  return { file, line, column, severity, reason, code, sqlstate, message, did_you_mean };
}

export function renderJson({ findings, sources }: CheckReport): string {
  const [files, statements] = [sources.length, statementsOf(sources)];
  return `${JSON.stringify({ findings: findings.map(findingJson), files, statements })}
`;
}

/** The form of compilers: `file:line:column: error: message [REASON]`. */
export function renderGcc({ findings }: CheckReport): string {
  return findings
    .map((finding) => {
      const { file, line, column, severity, reason } = finding;
      const place = line === null ? file : `${file}:${line}:${column}`;
      return `${place}: ${severity}: ${oneLine(sentence(finding))} [${reason}]\n`;
    })
    .join('');
}

const COMMANDS: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  note: 'notice',
};

/** Annotations of a pull request, as GitHub reads them from the log of a workflow. */
export function renderGithub({ findings }: CheckReport): string {
  return findings
    .map((finding) => {
      const { file, line, column, severity, reason, code } = finding;
      const title = code === null ? reason : `${reason} (${code})`;
      const place = line === null ? '' : `,line=${line},col=${column}`;
      const properties = `file=${property(file)}${place},title=${property(title)}`;
      return `::${COMMANDS[severity]} ${properties}::${data(sentence(finding))}\n`;
    })
    .join('');
}

/** The message with all that helps, in one text. */
export function sentence(finding: Finding): string {
  const { query, message } = finding;
  const meant = meantBy(finding);
  return `${query === undefined ? '' : `${query}: `}${message}${meant === undefined ? '' : ` (${meant})`}`;
}

export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** GitHub's escapes: `%` and line breaks in a message, also `:` and `,` in a property. */
const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
