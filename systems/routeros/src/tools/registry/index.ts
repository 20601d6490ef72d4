import type { Tool } from '../tool.js';
import { addDevice } from './add.js';
import { checkConnectivity } from './check-connectivity.js';
import { getDevice } from './get.js';
import { listDevices } from './list.js';
import { removeDevice } from './remove.js';
import { rotateCredentials } from './rotate-credentials.js';
import { updateDevice } from './update.js';

/** The devices that this service knows, and what may be done with them. */
export const registryTools: readonly Tool[] = [
  listDevices,
  getDevice,
  addDevice,
  updateDevice,
  removeDevice,
  rotateCredentials,
  checkConnectivity,
];
