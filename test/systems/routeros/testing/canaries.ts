import { readFileSync } from 'node:fs';

/** Texts that must not be seen anywhere, by what they are. */
export class Canaries {
  readonly #known = new Map<string, string>();

  get size(): number {
    return this.#known.size;
  }

  add(name: string, secret: string): void {
    this.#known.set(secret, name);
  }

  /** In clear, and as it goes to a device. */
  addPassword(name: string, username: string, password: string): void {
    this.add(`password of ${name}`, password);
    const basic = Buffer.from(`${username}:${password}`).toString('base64');
    this.add(`authorization for ${name}`, basic.replaceAll('=', ''));
  }

  /** The whole of it would hide in a shortened one. */
  addToken(name: string, token: string): void {
    this.add(`signature of ${name}`, token.split('.').at(-1)!);
  }

  /** The names of those that a text has. */
  seenIn(text: string): readonly string[] {
    return [...this.#known].flatMap(([secret, name]) => (text.includes(secret) ? [name] : []));
  }

  seenInFile(path: string): readonly string[] {
    return this.seenIn(readFileSync(path, 'latin1'));
  }
}
