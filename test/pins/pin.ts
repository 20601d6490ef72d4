/** What to do when a pin fails. */
export const PIN =
  'This is public and pinned. If it was not meant to change, undo the change. If it was, change the literal here in the ' +
  'same commit and say so in CHANGELOG.md; a name or number that was shipped is never given a new meaning.';
