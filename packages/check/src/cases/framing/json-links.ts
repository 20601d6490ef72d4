/** The sections of RFC 8259, JSON, that cases refer to. */
export const JSON_RFC = {
  grammar: 'https://www.rfc-editor.org/rfc/rfc8259#section-2',
  objects: 'https://www.rfc-editor.org/rfc/rfc8259#section-4',
  strings: 'https://www.rfc-editor.org/rfc/rfc8259#section-7',
  encoding: 'https://www.rfc-editor.org/rfc/rfc8259#section-8.1',
  parsers: 'https://www.rfc-editor.org/rfc/rfc8259#section-9',
} as const;
