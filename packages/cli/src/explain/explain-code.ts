import { KNOWN_SOURCES, meaningsOf, type NumberReport } from '@errata/catalogs';
import { ERAS, type Era } from '@errata/core';
import { writeJson } from '../output/write-json.js';
import type { ExitCode } from '../perform.js';
import type { Terminal } from '../terminal.js';
import { renderCode } from './render-code.js';

/** Everything about a number, in one era or in all. */
export function explainCode(
  code: number,
  { era, json }: { readonly era?: Era; readonly json?: boolean },
  terminal: Terminal,
): ExitCode {
  const report = reportOf(code, era);
  const eras = era === undefined ? ERAS : [era];
  if (json === true) {
    const judged = Object.fromEntries(eras.map((one) => [one, report.eras[one]]));
    writeJson({ ...report, eras: judged }, terminal);
  } else {
    terminal.out(`${renderCode(report, eras, terminal)}\n`);
    if (code > 0 && report.meanings.length === 0 && meaningsOf(-code).meanings.length > 0) {
      terminal.err(`errata: did you mean -${code}?\n`);
    }
  }
  return report.meanings.length === 0 ? 1 : 0;
}

/** With an era, only what is said in it counts; what is the matter with the number stays the same. */
function reportOf(code: number, era: Era | undefined): NumberReport {
  const report = meaningsOf(code);
  if (era === undefined) return report;
  const sources = KNOWN_SOURCES.map(({ name, meanings }) => ({
    name,
    meanings: meanings.filter(({ eras }) => eras.includes(era)),
  }));
  const { meanings, different } = meaningsOf(code, sources);
  return { ...report, meanings, different };
}
