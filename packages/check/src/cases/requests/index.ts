import type { Case } from '../../case.js';
import { invalidCodes } from './invalid-code.js';
import {
  invalidAnswered,
  invalidUnderItsId,
  parseErrorOnlyForNoJson,
  versionChecked,
} from './invalid-requests.js';
import { resultIsObject, toolResultHasContent } from './mcp-results.js';
import { emptyMethod, memberCase, methodCase, reservedPrefix } from './names.js';
import { replyForms } from './replies.js';
import { extraMemberAnswered, responseIgnored } from './tolerance.js';

export const REQUESTS_CASES: readonly Case[] = [
  ...replyForms,
  resultIsObject,
  toolResultHasContent,
  invalidAnswered,
  ...invalidCodes,
  parseErrorOnlyForNoJson,
  invalidUnderItsId,
  versionChecked,
  methodCase,
  memberCase,
  reservedPrefix,
  emptyMethod,
  extraMemberAnswered,
  responseIgnored,
];
