/** Levels of a value that are kept. */
export const DEEPEST = 500;

/** A value that anybody can walk through: what lies too deep in it is null, so that the judge does not die of what it is told. */
export function boundDepth(value: unknown): unknown {
  let level = containersIn([value]);
  for (let depth = 1; depth < DEEPEST && level.length > 0; depth += 1) {
    level = level.flatMap((each) => containersIn(Object.values(each)));
  }
  for (const each of level) {
    for (const [name, inner] of Object.entries(each)) {
      if (isContainer(inner)) each[name] = null;
    }
  }
  return value;
}

type Container = Record<string, unknown>;

function containersIn(values: readonly unknown[]): Container[] {
  return values.filter(isContainer);
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}
