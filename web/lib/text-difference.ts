export interface DifferenceStretch {
  readonly text: string;
  /** True if the older text does not contain it at this place. */
  readonly isNew: boolean;
}

/** Largest table of the comparison. In longer texts only the common start and end count as equal. */
const mostCells = 4_000_000;

/** A shorter equal stretch between two new ones counts as new, because it is equal by chance. */
const fewestAlike = 2;

/** Splits `text` into stretches that `before` contains in the same order and stretches that are new, letter by letter. */
export function diffText(before: string, text: string): DifferenceStretch[] {
  const [a, b] = [[...before], [...text]];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  const isNew = b.map((_, at) => at >= head && at < b.length - tail);
  for (const at of sharedIn(a.slice(head, a.length - tail), b.slice(head, b.length - tail))) isNew[head + at] = false;
  for (let from = isNew.indexOf(true); from >= 0;) {
    const same = isNew.indexOf(false, from);
    const next = same < 0 ? -1 : isNew.indexOf(true, same);
    if (next >= 0 && next - same < fewestAlike) isNew.fill(true, same, next);
    from = next;
  }
  const stretches: { text: string; isNew: boolean }[] = [];
  for (const [at, letter] of b.entries()) {
    const last = stretches.at(-1);
    if (last !== undefined && last.isNew === isNew[at]) last.text += letter;
    else stretches.push({ text: letter, isNew: isNew[at] ?? false });
  }
  return stretches;
}

/** Returns the indexes in `b` of a longest common subsequence with `a`. */
function sharedIn(a: readonly string[], b: readonly string[]): number[] {
  if (a.length * b.length > mostCells) return [];
  const width = b.length + 1;
  const longest = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      longest[i * width + j] =
        a[i] === b[j]
          ? (longest[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(longest[(i + 1) * width + j] ?? 0, longest[i * width + j + 1] ?? 0);
  const found: number[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      found.push(j);
      i += 1;
      j += 1;
    } else if ((longest[(i + 1) * width + j] ?? 0) >= (longest[i * width + j + 1] ?? 0)) i += 1;
    else j += 1;
  }
  return found;
}
