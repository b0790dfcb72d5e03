export interface DiffPart {
  readonly kind: 'same' | 'gone' | 'new';
  readonly text: string;
}

export interface DifferenceStretch {
  readonly text: string;
  /** True if this text is new compared with the older text. */
  readonly isNew: boolean;
}

/** Maximum number of cells (tokens before × tokens after) of the comparison table. In longer texts only the common start and end count as equal. */
const mostCells = 4_000_000;

/** Minimum length in letters of an equal stretch between two new ones. A shorter one is equal by chance and counts as new. */
const fewestAlike = 2;

/** Splits a text into words; a Chinese character counts as a word. */
const splitWords = (text: string): string[] => text.match(/[A-Za-z0-9.]+|\s+|[^]/gu) ?? [];

/** Compares two texts token by token; by default word by word. */
export function diffTexts(before: string, after: string, tokensOf: (text: string) => string[] = splitWords): DiffPart[] {
  const tokensBefore = tokensOf(before);
  const tokensAfter = tokensOf(after);
  let start = 0;
  while (start < tokensBefore.length && start < tokensAfter.length && tokensBefore[start] === tokensAfter[start]) start++;
  let end = 0;
  while (
    end < tokensBefore.length - start &&
    end < tokensAfter.length - start &&
    tokensBefore[tokensBefore.length - 1 - end] === tokensAfter[tokensAfter.length - 1 - end]
  )
    end++;
  const changedBefore = tokensBefore.slice(start, tokensBefore.length - end);
  const changedAfter = tokensAfter.slice(start, tokensAfter.length - end);
  const parts: DiffPart[] = [];
  const addPart = (kind: DiffPart['kind'], text: string): void => {
    const last = parts.at(-1);
    if (text === '') return;
    if (last?.kind === kind) parts[parts.length - 1] = { kind, text: last.text + text };
    else parts.push({ kind, text });
  };
  addPart('same', tokensBefore.slice(0, start).join(''));
  if (changedBefore.length * changedAfter.length > mostCells) {
    addPart('gone', changedBefore.join(''));
    addPart('new', changedAfter.join(''));
  } else for (const part of diffTokens(changedBefore, changedAfter)) addPart(part.kind, part.text);
  addPart('same', tokensBefore.slice(tokensBefore.length - end).join(''));
  return parts;
}

/** Splits `text` into stretches that `before` contains in the same order and stretches that are new, letter by letter. */
export function splitByNewText(before: string, text: string): DifferenceStretch[] {
  const parts = diffTexts(before, text, (letters) => [...letters]).filter(({ kind }) => kind !== 'gone');
  const stretches: { text: string; isNew: boolean }[] = [];
  for (const [at, part] of parts.entries()) {
    const isByChance = [...part.text].length < fewestAlike && parts[at - 1]?.kind === 'new' && parts[at + 1]?.kind === 'new';
    const isNew = part.kind === 'new' || isByChance;
    const last = stretches.at(-1);
    if (last?.isNew === isNew) last.text += part.text;
    else stretches.push({ text: part.text, isNew });
  }
  return stretches;
}

function* diffTokens(a: readonly string[], b: readonly string[]): Generator<DiffPart> {
  const width = b.length + 1;
  // length[i * width + j]: length of the longest common subsequence of the rest of `a` from i and the rest of `b` from j.
  const length = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      length[i * width + j] =
        a[i] === b[j]
          ? (length[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(length[(i + 1) * width + j] ?? 0, length[i * width + j + 1] ?? 0);
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      yield { kind: 'same', text: a[i] ?? '' };
      i++;
      j++;
    } else if (j >= b.length || (i < a.length && (length[(i + 1) * width + j] ?? 0) >= (length[i * width + j + 1] ?? 0)))
      yield { kind: 'gone', text: a[i++] ?? '' };
    else yield { kind: 'new', text: b[j++] ?? '' };
  }
}
