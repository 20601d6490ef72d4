import { clip } from './clip.js';

/** So much of a text is kept in files. */
const CAP = 4000;

/** How the run marks what it has cut itself. */
const MARK = /^… \((\d+) characters\)$/;

/** A text of the wire, or what is kept of it. */
export interface WireText {
  readonly text: string;
  /** How many characters it was. */
  readonly length: number;
}

export function wireText(text: string): WireText {
  const cut = MARK.exec(text.slice(CAP));
  return { text: clip(text, CAP), length: cut === null ? text.length : Number(cut[1]) };
}
