export {
  Catalog,
  SYSTEM_SCHEMAS,
  type CatalogColumn,
  type CatalogRelation,
  type RelationKind,
} from './catalog.js';
