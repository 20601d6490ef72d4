/** Why statements of a kind are not executed, by the kind of their node. */
export const DATA = 'Data is not loaded.';
export const RUNS = 'Nothing in a dump is run: SELECT, DO, CALL and the like are passed over.';
export const PRIVILEGES = 'Roles have no privileges, owners, members or labels here.';
export const SETTINGS = 'Settings are not applied, except search_path.';
export const SERVER = 'Databases, tablespaces, subscriptions and the like belong to a server.';
export const LANGUAGES = 'Languages and access methods are not created: every routine is a stub.';
export const EXTENSION = 'Extensions are used as PGlite has them.';
const SESSION = 'Transactions, locks and cursors are passed over.';
const UPKEEP = 'Maintenance is passed over.';

const KINDS: Readonly<Record<string, readonly string[]>> = {
  [DATA]: ['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt', 'CopyStmt', 'TruncateStmt'],
  [RUNS]: [
    ...['SelectStmt', 'DoStmt', 'CallStmt', 'ExecuteStmt', 'PrepareStmt', 'DeallocateStmt'],
    ...['RefreshMatViewStmt', 'ExplainStmt', 'ImportForeignSchemaStmt', 'CreateConversionStmt'],
  ],
  [PRIVILEGES]: [
    ...['GrantStmt', 'GrantRoleStmt', 'AlterDefaultPrivilegesStmt', 'AlterOwnerStmt'],
    ...['ReassignOwnedStmt', 'DropOwnedStmt', 'SecLabelStmt', 'AlterRoleStmt', 'DropRoleStmt'],
    ...['CreateUserMappingStmt', 'AlterUserMappingStmt', 'DropUserMappingStmt'],
  ],
  [SETTINGS]: [
    ...['AlterSystemStmt', 'AlterDatabaseSetStmt', 'AlterRoleSetStmt', 'VariableShowStmt'],
    ...['DiscardStmt', 'LoadStmt'],
  ],
  [SERVER]: [
    ...['CreatedbStmt', 'DropdbStmt', 'AlterDatabaseStmt', 'AlterDatabaseRefreshCollStmt'],
    ...['CreateTableSpaceStmt', 'DropTableSpaceStmt', 'AlterTableSpaceOptionsStmt'],
    ...['AlterTableMoveAllStmt', 'CreateSubscriptionStmt', 'AlterSubscriptionStmt'],
    ...['DropSubscriptionStmt', 'AlterFdwStmt', 'AlterForeignServerStmt'],
  ],
  [LANGUAGES]: ['CreatePLangStmt', 'CreateAmStmt', 'CreateTransformStmt'],
  [EXTENSION]: ['AlterExtensionStmt', 'AlterExtensionContentsStmt', 'AlterObjectDependsStmt'],
  [SESSION]: [
    ...['TransactionStmt', 'LockStmt', 'ConstraintsSetStmt', 'DeclareCursorStmt', 'FetchStmt'],
    ...['ClosePortalStmt', 'ListenStmt', 'UnlistenStmt', 'NotifyStmt'],
  ],
  [UPKEEP]: ['VacuumStmt', 'ClusterStmt', 'ReindexStmt', 'CheckPointStmt', 'AlterCollationStmt'],
};

export const OMISSIONS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(KINDS).flatMap(([why, kinds]) => kinds.map((kind) => [kind, why])),
);

/** Objects that the loader never makes, so that nothing about them is executed. */
export const OBJECT_OMISSIONS: Readonly<Record<string, string>> = {
  OBJECT_ACCESS_METHOD: LANGUAGES,
  OBJECT_LANGUAGE: LANGUAGES,
  OBJECT_TRANSFORM: LANGUAGES,
  OBJECT_DATABASE: SERVER,
  OBJECT_TABLESPACE: SERVER,
  OBJECT_SUBSCRIPTION: SERVER,
  OBJECT_CONVERSION: SERVER,
  OBJECT_ROLE: PRIVILEGES,
  OBJECT_USER_MAPPING: PRIVILEGES,
  OBJECT_EXTENSION: EXTENSION,
  OBJECT_EVENT_TRIGGER: RUNS,
  OBJECT_LARGEOBJECT: DATA,
};
