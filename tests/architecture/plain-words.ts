import type { RuleViolation } from './rule-violation.ts';
import type { RepoFile } from './repo.ts';

/**
 * Limits of the house rule on plain words. `commentShare`: share of flagged comments. `names`: number of flagged exported names.
 */
const plainWordLimits = { commentShare: 0.04, names: 0 } as const;

/** Words that hide the subject of a sentence when they open it. */
const unclearOpenings = [
  'of',
  'what',
  'who',
  'whose',
  'whoever',
  'whatever',
  'whichever',
  'as',
  'with',
  'nobody',
  'somebody',
  'someone',
  'none',
  'neither',
  'nothing',
  'so many',
  'so much',
  'said',
  'told',
  'kept',
  'beside',
  'besides',
  'beyond',
  'to',
  'by',
  'that',
  'which',
  'in this',
  'here',
  'there',
];
/** Phrases that replace the noun for a person or a thing. */
const vaguePhrases = [
  'somebody',
  'someone',
  'whoever',
  'whatever',
  'who asks',
  'who reads',
  'what was',
  'what is',
  'what it',
  'what they',
  'what came',
  'what stands',
  'of them',
  'of it',
  'beside it',
  'is told',
  'are told',
  'is said',
  'was said',
  'is kept',
  'are kept',
  'goes on',
  'stand there',
  'stand here',
  'stand already',
  'stand for itself',
  'stands there',
  'stands here',
  'stands already',
  'stands for itself',
  'come past',
  'comes past',
  'at all',
  'lived through',
  'anew',
  'once more',
  'and so is',
  'nothing more',
  'no more than',
];
/** Words of older exported names. Each word has been replaced by a standard term. */
const outdatedWords = new Set([
  'thing',
  'kept',
  'told',
  'said',
  'lamp',
  'aside',
  'condemn',
  'restate',
  'twofold',
  'keepsake',
  'sitter',
  'keeper',
  'filing',
  'shelf',
  'desk',
  'noted',
  'alongside',
  'oddness',
  'sight',
]);
/** Maximum number of words in a sentence. */
const longestSentence = 32;

/** Matches an unclear word at the beginning of a sentence; only the first letter may be a capital. */
const opensUnclearly = new RegExp(
  `^(?:${unclearOpenings.map((words) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`).join('|')})(?![\\w])`,
);
const isVague = new RegExp(`(?<!\\w)(?:${vaguePhrases.join('|')})(?!\\w)`, 'i');
/** Matches directives for tools, which are not checked as prose. */
const isDirective = /^(?:eslint|oxlint|prettier|@|region|endregion)/;
const hasWords = /[a-z]{3}.* /i;

interface Prose {
  /** Line number of the comment's first line, from 1. */
  readonly line: number;
  readonly text: string;
}

/** Extracts the comments that begin on a line of their own. Adjacent line comments form one comment. */
export function extractComments(source: string): Prose[] {
  const found: Prose[] = [];
  let parts: string[] = [];
  let kind: 'line' | 'block' | undefined;
  let line = 0;
  const close = (): void => {
    const text = parts.filter(Boolean).join(' ').trim();
    if (hasWords.test(text) && !isDirective.test(text)) found.push({ line, text });
    parts = [];
    kind = undefined;
  };
  for (const [index, raw] of source.split('\n').entries()) {
    const row = raw.trim();
    if (kind === 'line' && !row.startsWith('//')) close();
    if (kind === undefined && row.startsWith('//')) [kind, line] = ['line', index + 1];
    else if (kind === undefined && row.startsWith('/*')) [kind, line] = ['block', index + 1];
    if (kind === 'line') parts.push(row.slice(2).trim());
    if (kind !== 'block') continue;
    const end = row.indexOf('*/');
    parts.push((end < 0 ? row : row.slice(0, end)).replace(/^\/?\*+/, '').trim());
    if (end >= 0) close();
  }
  if (kind !== undefined) close();
  return found;
}

/** Returns why a comment is hard to understand, or undefined if it is plain. */
export function findUnclearReason(comment: string): string | undefined {
  const sentences = comment.split(/(?<=[.!?])\s+/).map((sentence) => sentence.trim());
  const opening = sentences.find((sentence) => opensUnclearly.test(sentence));
  if (opening !== undefined) return `begins with "${opening.split(' ', 1)[0] ?? ''}"`;
  const vague = isVague.exec(comment);
  if (vague) return `says "${vague[0]}"`;
  return sentences.some((sentence) => sentence.split(/\s+/).length > longestSentence)
    ? `a sentence of more than ${longestSentence} words`
    : undefined;
}

/** Lists the exported names of a source that contain an outdated word. */
export function listOutdatedNames(source: string): Prose[] {
  const declared = source.matchAll(/^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm);
  return [...declared]
    .filter(([, name = '']) => name.split(/(?=[A-Z])|_/).some((word) => outdatedWords.has(word.toLowerCase())))
    .map((match) => ({ line: source.slice(0, match.index).split('\n').length, text: match[1] ?? '' }));
}

/** Checks comments and exported names of all sources against `limits`. Names each flagged place if a limit is exceeded. */
export function checkPlainWords(
  files: readonly RepoFile[],
  limits: { readonly commentShare: number; readonly names: number } = plainWordLimits,
): RuleViolation[] {
  const sources = files.filter(({ path }) => /^(?:web|server|sync|tests)\/.*\.(?:tsx?|mjs)$/.test(path));
  let comments = 0;
  const unclear: RuleViolation[] = [];
  const outdated: RuleViolation[] = [];
  for (const { path, text } of sources) {
    for (const comment of extractComments(text)) {
      comments += 1;
      const why = findUnclearReason(comment.text);
      if (why !== undefined)
        unclear.push({ rule: 'plain-comments', path, reason: `line ${comment.line} ${why}: name the actor and the thing` });
    }
    for (const name of listOutdatedNames(text))
      outdated.push({ rule: 'plain-names', path, reason: `line ${name.line}: ${name.text} has an outdated word; use the standard term` });
  }
  return [...(unclear.length > comments * limits.commentShare ? unclear : []), ...(outdated.length > limits.names ? outdated : [])];
}
