import type { Case } from '../../case.js';
import { noArgument } from './argument.js';
import { noEnvironment, noEnvironmentInPlain } from './environment.js';
import { noCredentials, noFilePath, noInternalAddress, noSql, noStackTrace } from './forms.js';
import { noSecretsInLogs } from './log-messages.js';

export const LEAKS_CASES: readonly Case[] = [
  noArgument,
  noEnvironment,
  noEnvironmentInPlain,
  noCredentials,
  noStackTrace,
  noFilePath,
  noSql,
  noInternalAddress,
  noSecretsInLogs,
];
