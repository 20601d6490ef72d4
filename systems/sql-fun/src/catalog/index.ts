export {
  Catalog,
  SYSTEM_SCHEMAS,
  type CatalogColumn,
  type CatalogRelation,
  type ForeignKey,
  type RelationKind,
  type UniqueKey,
} from './catalog.js';
