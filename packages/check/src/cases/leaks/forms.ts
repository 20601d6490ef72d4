import { membersOf } from '../../json/json.js';
import type { Probe } from '../../probe.js';
import { readCall } from '../tool-calls.js';
import type { Said } from './failures.js';
import { isOpenlyTold, wasSent } from './known.js';
import { leakCase } from './leak-case.js';
import { credentials } from './recognise/credentials.js';
import { filePath, placeOf } from './recognise/file-path.js';
import { internalAddress } from './recognise/internal-address.js';
import { sql } from './recognise/sql.js';
import { stackTrace } from './recognise/stack-trace.js';

export const noStackTrace = leakCase({
  name: 'stack-trace',
  requirement: 'A failure shows no stack trace.',
  fix: 'Write the stack trace into the log under a reference, and tell the client the reference.',
  recognise: stackTrace,
});

export const noFilePath = leakCase({
  name: 'file-path',
  requirement: 'A failure shows no paths of home folders or of code that the client does not know.',
  fix: 'Say what was not found in the words of the client, and keep the path for the log.',
  recognise: filePath,
  isHarmless: ({ text }, { exchange }, probe) =>
    wasSent(exchange, placeOf(text)) || isOpenlyTold(probe, placeOf(text)),
});

export const noSql = leakCase({
  name: 'sql',
  requirement: 'A failure shows no SQL that the client did not write.',
  fix: 'Catch the error of the database, and say what it means for the call.',
  recognise: sql,
  isHarmless: ({ text }, said, probe) => takesSql(said, probe) || isOpenlyTold(probe, text),
});

export const noCredentials = leakCase({
  name: 'credentials',
  requirement: 'A failure shows no passwords, keys or tokens.',
  fix: 'Never put the message of an unknown exception into an answer: connection strings and headers are in there.',
  recognise: credentials,
});

export const noInternalAddress = leakCase({
  name: 'internal-address',
  requirement: 'A failure shows no addresses of the network behind the server.',
  fix: 'Name the dependency that is down (the database), not where it is.',
  recognise: internalAddress,
  isHarmless: ({ text }, _said, probe) => isOpenlyTold(probe, text),
});

/** Whether the call is of a tool whose subject is SQL: there it is no secret. */
function takesSql({ request }: Said, { offer }: Probe): boolean {
  const call = request === undefined ? undefined : readCall(request);
  const tool = offer.tools.find(({ name }) => name === call?.tool);
  const properties = Object.keys(membersOf(tool?.inputSchema['properties']));
  return properties.some((name) => /sql|query|statement/i.test(name));
}
