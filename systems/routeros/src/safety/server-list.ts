import { z } from 'zod';

/** Up to eight servers, first asked first. One that is named twice is a mistake: RouterOS would ask it twice. */
export function serverList<Server extends z.ZodType<string, string>>(server: Server) {
  return z
    .array(server)
    .min(1)
    .max(8)
    .refine((servers) => repeated(servers) === undefined, {
      error: ({ input }) => `'${repeated(input as readonly string[])}' is named twice`,
    })
    .meta({ uniqueItems: true });
}

/** The first that is there already, however it is capitalised. */
function repeated(servers: readonly string[]): string | undefined {
  const plain = servers.map((server) => server.toLowerCase());
  return servers.find((_, index) => plain.indexOf(plain[index] ?? '') < index);
}
