/** Whether a text can be the id of a schema: a part of a file name, and nothing that leads elsewhere. */
export function isSchemaId(text: string): boolean {
  return /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/.test(text);
}

/** The file of a schema that the config does not name. */
export function schemaFileName(id: string): string {
  return `schema.${id}.sql`;
}

/** The id in the name of a schema file. */
export function schemaIdOf(fileName: string): string | undefined {
  const id = /^schema\.(.+)\.sql$/.exec(fileName)?.[1];
  return id !== undefined && isSchemaId(id) ? id : undefined;
}
