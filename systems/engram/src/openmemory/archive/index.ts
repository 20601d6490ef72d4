export { openArchive, type Archive, type ArchiveOptions } from './open-archive.js';
export { storageProblem, type StorageProblem } from './storage-problem.js';
