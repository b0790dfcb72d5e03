/** Separates the left items of a matching question, with the ids "1"…"8", from its options. Every other question has only options. */
export function splitLeftItems<T extends { readonly id: string }>(
  all: readonly T[],
): { readonly left: readonly T[]; readonly options: readonly T[] } {
  const isLeft = ({ id }: T): boolean => /^[1-8]$/.test(id);
  return { left: all.filter(isLeft), options: all.filter((one) => !isLeft(one)) };
}
