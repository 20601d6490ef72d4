import { guard } from '@errata/mcp';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { contract, devices } from '../../catalog.js';
import { createV2 } from '../sdk-v2.js';

serveStdio(() =>
  guard(
    createV2((fields) => devices.DEVICE_UNREACHABLE(fields)),
    { contract },
  ),
);
