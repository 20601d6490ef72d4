export {
  Catalog,
  readNames,
  SYSTEM_SCHEMAS,
  type CatalogColumn,
  type CatalogNames,
  type CatalogRelation,
  type ForeignKey,
  type RelationKind,
  type UniqueKey,
} from './catalog.js';
export {
  describeColumns,
  describeRelation,
  type DescribedColumn,
  type DescribedForeignKey,
  type DescribedRelation,
} from './describe.js';
export {
  countKinds,
  OBJECT_KINDS,
  objectsOf,
  type CatalogObject,
  type Counts,
  type ObjectKind,
} from './objects.js';
