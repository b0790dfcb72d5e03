/** A fault to plant in a module: one replacement in its source. */
export interface SourceFault {
  /** The rule that the fault breaks, as a sentence. */
  readonly name: string;
  /** Path of the module from the root of the repository. */
  readonly file: string;
  /** Text that the fault replaces. It must be in the module exactly once. */
  readonly find: string;
  readonly put: string;
}

/** Returns the source with the fault in it. Throws if the text to replace is missing, or there more than once. */
export function plantFault(source: string, { name, file, find, put }: SourceFault): string {
  if (source.split(find).length !== 2) throw new Error(`mutant "${name}": its place is not (once) in ${file}`);
  return source.replace(find, () => put);
}
