import type { Edit, Piece } from './rewriting.js';

/** A statement that the loader executes. */
export interface Definition {
  readonly text: string;
  /** What it defines or changes; one part where no schema is written. */
  readonly name: readonly string[];
  readonly inSchema?: boolean;
  /** Of the text, always. */
  readonly edits: readonly Edit[];
  readonly isStub?: boolean;
  readonly relation?: boolean;
  readonly searchPath?: readonly string[];
  /** Something was left out of it by design: a sentence. */
  readonly note?: string;
  readonly pieces?: () => readonly Piece[];
  /** Creates names that it needs and that dumps do not have: roles, servers. */
  readonly helpers?: readonly string[];
  /** The same as several statements. */
  readonly split?: readonly string[];
  /** Each may stand for it where everything else is refused. */
  readonly fallbacks?: readonly string[];
}

/** A statement that the loader does not execute, and the sentence why. */
export interface Omission {
  readonly omitted: string;
  /** Given where each statement of the kind is listed by itself. */
  readonly name?: string | undefined;
}

export type Treatment = Definition | Omission;

export const omit = (omitted: string, name?: string): Omission => ({ omitted, name });

export const isOmitted = (treatment: Treatment): treatment is Omission => 'omitted' in treatment;

export const RUNS = 'Nothing in a dump is run: SELECT, DO, CALL and the like are passed over.';
export const PRIVILEGES = 'Roles have no privileges, owners, members or labels here.';
export const SETTINGS = 'Settings are not applied, except search_path.';
export const SERVER = 'Databases, tablespaces, subscriptions and the like belong to a server.';
export const LANGUAGES = 'Languages and access methods are not created: every routine is a stub.';
const SESSION = 'Transactions, locks and cursors are passed over.';
const EXTENSION = 'Extensions are used as PGlite has them.';

/** Why statements are not executed, by the kind of their nodes. */
const STATEMENTS: readonly (readonly [why: string, kinds: string])[] = [
  ['Data is not loaded.', 'Insert Update Delete Merge Copy Truncate'],
  [RUNS, 'Do Call Execute Prepare Deallocate RefreshMatView Explain ImportForeignSchema'],
  [RUNS, 'CreateConversion'],
  [PRIVILEGES, 'Grant GrantRole AlterDefaultPrivileges AlterOwner ReassignOwned DropOwned'],
  [PRIVILEGES, 'SecLabel AlterRole DropRole CreateUserMapping AlterUserMapping DropUserMapping'],
  [SETTINGS, 'AlterSystem AlterDatabaseSet AlterRoleSet VariableShow Discard Load'],
  [SERVER, 'Createdb Dropdb AlterDatabase AlterDatabaseRefreshColl AlterFdw AlterForeignServer'],
  [SERVER, 'CreateTableSpace DropTableSpace AlterTableSpaceOptions AlterTableMoveAll'],
  [SERVER, 'CreateSubscription AlterSubscription DropSubscription'],
  [LANGUAGES, 'CreatePLang CreateAm CreateTransform'],
  [EXTENSION, 'AlterExtension AlterExtensionContents AlterObjectDepends'],
  [SESSION, 'Transaction Lock ConstraintsSet DeclareCursor Fetch ClosePortal'],
  [SESSION, 'Listen Unlisten Notify'],
  ['Maintenance is passed over.', 'Vacuum Cluster Reindex CheckPoint AlterCollation'],
];

/** Objects that the loader never makes, so that nothing about them is executed. */
const OBJECTS: typeof STATEMENTS = [
  [LANGUAGES, 'ACCESS_METHOD LANGUAGE TRANSFORM'],
  [SERVER, 'DATABASE TABLESPACE SUBSCRIPTION CONVERSION'],
  [PRIVILEGES, 'ROLE USER_MAPPING'],
  [EXTENSION, 'EXTENSION'],
  [RUNS, 'EVENT_TRIGGER'],
  ['Data is not loaded.', 'LARGEOBJECT'],
];

/** By the kind of a node (`CopyStmt`) and by the kind of an object (`OBJECT_ROLE`). */
export const OMISSIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ...STATEMENTS.flatMap(([why, all]) => all.split(' ').map((kind) => [`${kind}Stmt`, why])),
  ...OBJECTS.flatMap(([why, all]) => all.split(' ').map((kind) => [`OBJECT_${kind}`, why])),
]);
