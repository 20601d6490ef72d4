/** The value nests deeper than is checked, or contains itself. */
export class TooDeep extends Error {
  override readonly name = 'TooDeep';
}
