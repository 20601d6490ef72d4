import type { Case } from '../../case.js';
import { isObject, membersOf } from '../../json/json.js';
import { MODERN } from '../eras.js';
import { mcpLink } from '../links.js';
import { judgeBeginning } from './judge-beginning.js';
import { shown } from './shown.js';

const ABOUT = {
  group: 'lifecycle',
  eras: MODERN,
  link: mcpLink('discover', '2026-07-28', 'discoverresult'),
} as const;

export const discoverVersions: Case = {
  ...ABOUT,
  id: 'mcp/2026-07-28/discover/supported-versions',
  requirement: 'The result of server/discover lists the versions that the server supports.',
  keyword: 'MUST',
  fix: 'Put "supportedVersions" into the result: a list of texts.',
  run: (probe) =>
    judgeBeginning(probe, ({ supportedVersions: versions }) =>
      isTexts(versions) ? undefined : `the supportedVersions are ${shown(versions)}`,
    ),
};

export const discoverOwnVersion: Case = {
  ...ABOUT,
  id: 'mcp/2026-07-28/discover/own-version',
  requirement: 'The version in which server/discover was answered is among the supported ones.',
  keyword: 'SHOULD',
  fix: 'List every version in "supportedVersions" that requests are served in.',
  run: (probe) =>
    judgeBeginning(probe, ({ supportedVersions: versions }) =>
      !isTexts(versions) || versions.includes(probe.era)
        ? undefined
        : `a request in ${probe.era} was served, and the supportedVersions are ${shown(versions)}`,
    ),
};

export const discoverCapabilities: Case = {
  ...ABOUT,
  id: 'mcp/2026-07-28/discover/capabilities',
  requirement: 'The result of server/discover has an object of capabilities.',
  keyword: 'MUST',
  fix: 'Put "capabilities" into the result: an empty object where there are none.',
  run: (probe) =>
    judgeBeginning(probe, ({ capabilities }) =>
      isObject(capabilities) ? undefined : `the capabilities are ${shown(capabilities)}`,
    ),
};

export const discoverServerInfo: Case = {
  ...ABOUT,
  id: 'mcp/2026-07-28/discover/server-info',
  requirement: 'The result of server/discover says the name and the version of the server.',
  keyword: 'SHOULD',
  fix: 'Put "io.modelcontextprotocol/serverInfo" with "name" and "version" into the "_meta" of results.',
  run: (probe) =>
    judgeBeginning(probe, ({ _meta }) => {
      const info = membersOf(_meta)['io.modelcontextprotocol/serverInfo'];
      const { name, version } = membersOf(info);
      return typeof name === 'string' && typeof version === 'string'
        ? undefined
        : `the serverInfo in _meta is ${shown(info)}`;
    }),
};

function isTexts(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')
  );
}
