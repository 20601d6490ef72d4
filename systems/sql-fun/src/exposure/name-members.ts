/** Members that are lists of names, by what they name. */
export const OTHERS: Readonly<Record<string, string>> = {
  funcname: 'function',
  collname: 'collation',
  useOp: 'operator',
  operName: 'operator',
  opclass: 'operator class',
  opclassname: 'operator class',
};

/** Members that are names of columns of the relation that the statement is about. */
export const COLUMN_LISTS = new Set(
  'attlist columns cols va_cols keys including fk_attrs fk_del_set_cols'.split(' '),
);
export const COLUMN_NAMES = new Set(['IndexElem', 'StatsElem']);
export const COLUMN_COMMANDS =
  /^AT_(?:ColumnDefault|(?:Drop|Set)NotNull|(?:Set|Drop)Expression|SetStatistics|(?:Re)?[Ss]etOptions|SetStorage|SetCompression|DropColumn|AlterColumn\w+|(?:Add|Set|Drop)Identity)$/;

/** What a statement creates: nothing of this name needs to exist. */
export const CREATED: Readonly<Record<string, readonly string[]>> = {
  CreateStmt: ['relation'],
  ViewStmt: ['view'],
  CreateSeqStmt: ['sequence'],
  CompositeTypeStmt: ['typevar'],
  into: ['rel'],
  intoClause: ['rel'],
  CreateFunctionStmt: ['funcname'],
  CreateEnumStmt: ['typeName'],
  CreateRangeStmt: ['typeName'],
  CreateDomainStmt: ['domainname'],
  DefineStmt: ['defnames'],
  CreateStatsStmt: ['defnames'],
  CreateOpClassStmt: ['opclassname'],
  CreateConversionStmt: ['conversion_name'],
};
