/** Returns the contract names of the fields whose JSON value differs between `before` and `after`. */
export const listChangedFields = <T extends object>(before: T, after: T): string[] =>
  Object.keys(after).filter((key) => JSON.stringify(before[key as keyof T]) !== JSON.stringify(after[key as keyof T]));
