/** What RouterOS answers when it cannot do what it was asked: an HTTP status and a sentence. */
export class Trap extends Error {
  readonly status: number;
  readonly detail: string | undefined;

  constructor(status: number, detail?: string) {
    super(detail ?? `status ${status}`);
    this.name = 'Trap';
    this.status = status;
    this.detail = detail;
  }
}

export const badRequest = (detail: string): Trap => new Trap(400, detail);

export const noSuchItem = (): Trap => new Trap(404, 'no such item');

export const noSuchDirectory = (name: string): Trap =>
  badRequest(`no such command or directory (${name})`);

export const invalidValue = (argument: string): Trap =>
  badRequest(`invalid value for argument ${argument}`);

export const noMatch = (argument: string): Trap =>
  badRequest(`input does not match any value of ${argument}`);
