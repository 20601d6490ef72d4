import { z } from 'zod';

/** The one tool that every server here has. */
export const NAME = 'device_status';
export const inputSchema = z.object({ device_id: z.string() });
export const description = 'Says how a device is';

/** @param {{ device_id: string }} given */
export const run = async ({ device_id }) => ({
  content: [{ type: /** @type {const} */ ('text'), text: `${device_id} is up` }],
});
