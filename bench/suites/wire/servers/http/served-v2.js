import { serveHttp } from '@errata/mcp';
import { contract, devices } from '../../catalog.js';
import { createV2 } from '../sdk-v2.js';
import { announce } from '../../../../lib/announce.js';

const { port } = await serveHttp(() => createV2((fields) => devices.DEVICE_UNREACHABLE(fields)), {
  contract,
  sessions: false,
});
announce(port);
