import type { ContractReport, TargetReport, Verdict } from '../../run/results.js';
import { findingsOf, type Finding } from '../findings.js';
import { brief } from '../text/clip.js';
import { counted, duration } from '../text/numbers.js';
import { VERDICT_ORDER, VERDICTS } from '../verdicts.js';
import { caseCard, verdictPlace } from './case-card.js';
import { escapeHtml, shown } from './escape-html.js';
import { wirePanel } from './wire-panel.js';

/** One server: who it is, what was found, and all its cases, the worst first. */
export function targetSection(target: TargetReport, index: number): string {
  const findings = findingsOf(target, VERDICT_ORDER);
  const parts = VERDICT_ORDER.map((verdict) => ({
    id: verdictPlace(index, verdict),
    title: titleOf(verdict),
    own: findings.filter(({ first }) => first.verdict === verdict),
  })).filter(({ own }) => own.length > 0);
  const ids = new Map(findings.map((finding, at) => [finding, `t${index}-${at}`]));
  const { contract, notes, unreachable } = target;
  return `<section aria-labelledby="t${index}">
<h2 id="t${index}">${shown(target.target)}</h2>
<p class="soft">${factsOf(target)}</p>
${unreachable === undefined ? '' : `<p class="alert">Nothing was judged: ${shown(brief(unreachable))}</p>`}
${notes.map((note) => `<p>${shown(brief(note))}</p>`).join('\n')}
${contract === undefined ? '' : contractPart(contract)}
${parts
  .map(
    ({ id, title, own }) => `<section data-part aria-labelledby="${id}">
<h3 id="${id}">${title}</h3>
${own.map((finding) => card(finding, ids.get(finding)!, index)).join('\n')}
</section>`,
  )
  .join('\n')}
</section>`;
}

function titleOf(verdict: Verdict): string {
  const { word } = VERDICTS[verdict];
  return `${word[0]!.toUpperCase()}${word.slice(1)}`;
}

function card(finding: Finding, id: string, target: number): string {
  return caseCard(finding, { id, target });
}

function factsOf({ server, transport, eras, ms, requests }: TargetReport): string {
  const who = brief(`${server.name} ${server.version}`.trim());
  return [
    ...(who === '' ? [] : [shown(who)]),
    transport,
    ...(eras.length > 0 ? [eras.map(({ era }) => era).join(', ')] : []),
    duration(ms),
    counted(requests, 'request'),
  ].join(' · ');
}

function contractPart({ name, met, findings }: ContractReport): string {
  const items = findings.map(
    ({ kind, era, code, reason, why, exchange }) => `<details class="finding" open>
<summary><span class="badge fail">${kind}</span> <span class="id">${code ?? 'no number'}${reason === undefined ? '' : ` ${shown(brief(reason))}`}</span> <span class="eras">${era}</span><span class="why">${shown(brief(why))}</span></summary>
<div class="body">${wirePanel([exchange])}</div>
</details>`,
  );
  return `<h3>Contract ${escapeHtml(name)}</h3>
<p class="soft">${counted(met.length, 'declared reason')} met, ${counted(findings.length, 'finding')}</p>
${items.join('\n')}`;
}
