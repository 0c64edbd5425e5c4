/**
 * A module of Node, or null where there is no Node. What is written once for browsers and the command line asks here for
 * what only Node can do at once.
 */
export function nodeModule(name: string): object | null {
  const { process } = globalThis as { process?: { getBuiltinModule?(name: string): object | undefined } };
  return process?.getBuiltinModule?.(`node:${name}`) ?? null;
}
