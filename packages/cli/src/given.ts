/** Those of the named options that were given: what nobody said is left to whoever has the defaults. */
export function given<T extends object, K extends keyof T>(
  options: T,
  ...names: readonly K[]
): { [P in K]?: Exclude<T[P], undefined> } {
  const said = names.filter((name) => options[name] !== undefined);
  return Object.fromEntries(said.map((name) => [name, options[name]])) as {
    [P in K]?: Exclude<T[P], undefined>;
  };
}
