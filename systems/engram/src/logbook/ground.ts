import { clipText, type Redactor } from '@errata/core/fault';
import type { Kysely, StoreDialect } from '@errata/store';
import type { Guard } from './guard.js';
import type { LogbookDatabase } from './schema.js';

/** What every part of the logbook stands on: a database or a transaction of it. */
export interface Ground {
  readonly db: Kysely<LogbookDatabase>;
  readonly dialect: StoreDialect;
  readonly guard: Guard;
  /** The time so many milliseconds from now, ISO 8601. */
  at(later?: number): string;
  readonly redactor: Redactor;
}

const MAX_LENGTH = 500;

/** Without the character that PostgreSQL cannot keep, and short. */
export function fitText(text: string): string {
  return clipText(text.replaceAll('\0', ''), MAX_LENGTH);
}

/** Secrets go before anything is cut: half a secret is not recognised any more. */
export function cleanText({ redactor }: Pick<Ground, 'redactor'>, text: string): string {
  return fitText(redactor.redact(text));
}
