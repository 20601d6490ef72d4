export {
  insertReference,
  renderRoleTable,
  renderSafetyTable,
  renderToolTable,
} from './render-reference.js';
