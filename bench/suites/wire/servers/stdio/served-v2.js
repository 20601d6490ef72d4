import { serveStdio } from '@errata/mcp';
import { contract, devices } from '../../catalog.js';
import { createV2 } from '../sdk-v2.js';

await serveStdio(() => createV2((fields) => devices.DEVICE_UNREACHABLE(fields)), { contract });
