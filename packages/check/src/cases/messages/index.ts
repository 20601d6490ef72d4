import type { Case } from '../../case.js';
import { namesTheField, namesTheTool, notGeneric, saysWhatIsRight } from './content.js';
import { FORM_CASES } from './form.js';

export const MESSAGES_CASES: readonly Case[] = [
  ...FORM_CASES,
  notGeneric,
  namesTheField,
  saysWhatIsRight,
  namesTheTool,
];
