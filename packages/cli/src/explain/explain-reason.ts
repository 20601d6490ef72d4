import type { Era } from '@errata/core';
import { didYouMean } from '../closest.js';
import { CATALOG_NAMES, findCatalog } from '../known.js';
import { writeJson } from '../output/write-json.js';
import type { ExitCode } from '../perform.js';
import type { Terminal } from '../terminal.js';
import { describeFailure } from './describe-failure.js';
import { findName, NAMES } from './find-name.js';
import { renderElsewhere, renderFailure } from './render-failure.js';

/** Everything about a name: each catalog's failure of that name, then the implementations that use it. */
export function explainReason(
  { name, domain: asked }: { readonly name: string; readonly domain?: string },
  { era, json }: { readonly era?: Era; readonly json?: boolean },
  terminal: Terminal,
): ExitCode {
  const domain = asked && findCatalog(asked).contract.catalog.domain;
  const { failures, elsewhere } = findName(name, {
    ...(domain !== undefined && { domain }),
    ...(era !== undefined && { era }),
  });
  const eras = era === undefined ? undefined : [era];
  const facts = failures.map((failure) => describeFailure(failure, eras));
  const reason = facts[0]?.reason ?? name.toUpperCase();
  if (json === true) writeJson({ reason, failures: facts, elsewhere }, terminal);
  const found = facts.length + elsewhere.length > 0;
  if (!found && json !== true) terminal.err(complaint(name, domain, era));
  if (found && json !== true) {
    const parts = [
      ...facts.map((one) => renderFailure(one, terminal)),
      ...(elsewhere.length === 0 ? [] : [renderElsewhere(elsewhere, terminal)]),
    ];
    terminal.out(`${parts.join('\n\n')}\n`);
  }
  return found ? 0 : 1;
}

function complaint(name: string, domain: string | undefined, era: Era | undefined): string {
  const quoted = JSON.stringify(name);
  const anywhere = findName(name, {});
  if (anywhere.failures.length + anywhere.elsewhere.length > 0) {
    const homes = anywhere.failures.map(({ definition }) => definition.domain).join(', ');
    if (domain !== undefined && !homes.split(', ').includes(domain)) {
      return `errata: ${domain} declares no ${quoted}${homes && `; it is declared by ${homes}`}\n`;
    }
    return `errata: nobody known uses ${quoted} in ${era}; without --era there is more\n`;
  }
  return [
    `errata: nobody known uses the name ${quoted}${didYouMean(name, NAMES)}`,
    `Looked in ${CATALOG_NAMES.join(', ')} and the SDKs\n`,
  ].join('\n');
}
