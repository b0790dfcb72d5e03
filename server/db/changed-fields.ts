/** The fields of a draft that a change gives another value, by the names the contract has for them. */
export const changedFields = <T extends object>(before: T, after: T): string[] =>
  Object.keys(after).filter((key) => JSON.stringify(before[key as keyof T]) !== JSON.stringify(after[key as keyof T]));
