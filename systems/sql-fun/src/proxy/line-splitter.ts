/** Cuts what comes from a socket into lines, and says where one is longer than anybody wants to keep. */
export class LineSplitter {
  private readonly maxLength: number;
  private parts: string[] = [];
  private length = 0;

  constructor(maxLength: number) {
    this.maxLength = maxLength;
  }

  /** The lines that are complete now; undefined where one is too long. */
  push(chunk: string): readonly string[] | undefined {
    const lines = chunk.split('\n');
    const last = lines.pop()!;
    if (lines.length > 0) {
      lines[0] = this.parts.join('') + lines[0]!;
      this.parts = [];
      this.length = 0;
    }
    this.parts.push(last);
    this.length += last.length;
    if (this.length > this.maxLength || lines.some((line) => line.length > this.maxLength)) {
      return undefined;
    }
    return lines.filter((line) => line.trim() !== '');
  }
}
