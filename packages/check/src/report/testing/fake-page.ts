import { createContext, Script } from 'node:vm';

type Listener = (event: { target: FakeElement }) => void;

/** As much of an element as the script of the report touches. */
export class FakeElement {
  hidden = false;
  open = false;
  checked = false;
  value = '';
  textContent = '';
  dataset: Readonly<Record<string, string>> = {};
  readonly children: FakeElement[] = [];
  readonly #listeners = new Map<string, Listener>();

  constructor(more: Partial<FakeElement> = {}) {
    Object.assign(this, more);
  }

  addEventListener(name: string, listener: Listener): void {
    this.#listeners.set(name, listener);
  }

  fire(name: string): void {
    this.#listeners.get(name)?.({ target: this });
  }

  querySelector(): FakeElement | null {
    return this.children.find(({ hidden }) => !hidden) ?? null;
  }

  matches(): boolean {
    return this.dataset['verdict'] !== undefined;
  }

  scrollIntoView(): void {}
}

/** The elements of a page by id and by selector; the script finds nothing else. */
export interface FakePage {
  readonly ids: Readonly<Record<string, FakeElement>>;
  readonly lists: Readonly<Record<string, readonly FakeElement[]>>;
}

/** Run a script on such a page; what is returned fires the events of the window. */
export function runOn(page: FakePage, script: string, hash = ''): (event: string) => void {
  const listeners = new Map<string, () => void>();
  new Script(script).runInContext(
    createContext({
      document: {
        getElementById: (id: string) => page.ids[id] ?? null,
        querySelectorAll: (selector: string) => page.lists[selector] ?? [],
      },
      location: { hash },
      addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
    }),
  );
  return (event) => listeners.get(event)?.();
}
