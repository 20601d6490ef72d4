import { codeText, codeTexts, markdownTable } from '@errata/system/docs';
import { DEFAULT_GOVERNANCE, policyUpdate, RULES, type Rule } from '../policy/index.js';
import { reliabilityReport } from '../report/index.js';
import { describeType } from './describe-type.js';
import { schemaOf } from './render-tools.js';

const DOES: Readonly<Record<Rule['action'], string>> = {
  redirect: 'redirects',
  reject: 'rejects',
  deny: 'denies',
};

/** Every rule of the policy: what it does to a call, and what governance changes it by. */
export function renderRuleTable(): string {
  return markdownTable(
    ['rule', 'does', 'changed by', 'message', '`--lang zh`'],
    Object.entries<Rule>(RULES).map(([name, { action, setting, en, zh }]) => [
      codeText(name),
      DOES[action],
      setting === undefined ? '' : codeText(setting),
      en,
      zh,
    ]),
  );
}

/** What governance decides, and what is in force until it does. */
export function renderSettingTable(): string {
  const { properties = {} } = schemaOf(policyUpdate);
  const { team_write_enabled, policy } = DEFAULT_GOVERNANCE;
  const defaults: Readonly<Record<string, unknown>> = { ...policy };
  return markdownTable(
    ['setting', 'at first', 'type and limits', 'meaning'],
    [
      [
        codeText('team_write_enabled'),
        valueOf(team_write_enabled),
        'boolean',
        'Whether anything is written to team and organisation spaces',
      ],
      ...Object.entries(properties).map(([name, schema]) => [
        codeText(`policy.${name}`),
        valueOf(defaults[name]),
        describeType(schema),
        schema.description ?? '',
      ]),
    ],
  );
}

/** What the audit and the report count. */
export function renderActionTable(): string {
  const { properties = {} } = schemaOf(reliabilityReport.shape.operations);
  return markdownTable(
    ['`action`', 'meaning'],
    Object.entries(properties).map(([action, { description = '' }]) => [
      codeText(action),
      description,
    ]),
  );
}

function valueOf(value: unknown): string {
  if (!Array.isArray(value)) return codeText(String(value));
  return value.length === 0 ? 'empty' : codeTexts(value as string[]);
}
