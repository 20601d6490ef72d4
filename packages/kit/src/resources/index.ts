export { fileResources, type FileResourcesOptions } from './file-resources.js';
export { httpResource, type HttpResourceOptions } from './http-resource.js';
export { matchTemplate, type MatchTemplate } from './template/match-template.js';
export { templateVariables } from './template/parse-template.js';
