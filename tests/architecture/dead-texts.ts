import type { RuleViolation } from './rule-violation.ts';
import type { RepoFile } from './repo.ts';

/** Texts of one language: sentences, or nested trees of texts. */
export interface TextTree {
  readonly [key: string]: string | TextTree;
}

const isCode = (path: string): boolean => /\.tsx?$/.test(path) && !/\.(test|spec)\.tsx?$/.test(path);
const isCatalogue = (path: string): boolean => /-texts\.ts$|\/texts\//.test(path);
/** Returns the folder of a web file within which texts are searched: its feature, or else its layer. */
const areaOf = (path: string): string => /^web\/(features\/[^/]+|[^/]+)\//.exec(path)?.[0] ?? '';
const withoutComments = (text: string): string => text.replace(/(?<!\w)\/\*[\s\S]*?\*\/|(^|\s)\/\/[^\n]*/g, ' ');

/** Lists the strings of a source and the keys of its object literals. */
function wordsOf(text: string): string[] {
  return [
    ...[...text.matchAll(/(['"])((?:(?!\1)[^\\\n])*)\1/g)].map((match) => match[2] ?? ''),
    ...[...text.matchAll(/`([^`$\\\n]*)`/g)].map((match) => match[1] ?? ''),
    ...[...text.matchAll(/([A-Za-z_$][\w$]*)\??:/g)].map((match) => match[1] ?? ''),
    ...[...text.matchAll(/(?<=[{,]\s*)([A-Za-z_$][\w$]*)(?=\s*[,}])/g)].map((match) => match[1] ?? ''),
  ];
}

/** Turns keys that a template builds into patterns: `check.${id}.title` matches keys with any name, or several, in place of the expression. */
function patternsOf(text: string): RegExp[] {
  return [...text.matchAll(/`([\w.]*(?:\$\{[^`{}]*(?:\{[^`{}]*\}[^`{}]*)*\}[\w.]*)+)`/g)].flatMap((match) => {
    const fixed = (match[1] ?? '').split(/\$\{[^`{}]*(?:\{[^`{}]*\}[^`{}]*)*\}/);
    // A template such as `${what}Title` builds a key too. A template without any fixed word is skipped, because it would match every key.
    if (fixed[0] === '' && !fixed.some((part) => /^[A-Z]\w+/.test(part))) return [];
    return [new RegExp(`^${fixed.map((part) => part.replaceAll('.', '\\.')).join('([\\w.-]+)')}$`)];
  });
}

const keysOf = (tree: TextTree, path = ''): string[] => [
  ...new Set(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [`${path}${key.replace(/_(other|one)$/, '')}`] : keysOf(value, `${path}${key}.`),
    ),
  ),
];

/**
 * Lists texts that no code uses. The key of a text is searched in every feature or layer that opens its catalogue. A key that a template builds
 * counts as used if its variable part is a number or a word of the source.
 */
export function findDeadTexts(catalogues: Readonly<Record<string, TextTree>>, files: readonly RepoFile[]): RuleViolation[] {
  const code = files
    .filter(({ path }) => /^(web|sync)\//.test(path) && isCode(path) && !isCatalogue(path))
    .map(({ path, text }) => ({ path, text: withoutComments(text) }));
  const known = new Set(code.flatMap(({ text }) => wordsOf(text)));
  return Object.entries(catalogues).flatMap(([catalogue, tree]) => {
    const opens = new RegExp(`(?:useTranslation|i18n\\.(?:of|all))\\([^)]*'${catalogue}'|texts: \\[[^\\]]*'${catalogue}'`);
    const areas = new Set(code.filter(({ text }) => opens.test(text)).map(({ path }) => areaOf(path)));
    const near = code.filter(({ path }) => areas.has(areaOf(path)));
    // Another feature or layer names a key together with its catalogue, for example 'app:session.readOnly'.
    const afar = [...known].flatMap((word) => (word.startsWith(`${catalogue}:`) ? [word.slice(catalogue.length + 1)] : []));
    const named = new Set([...near.flatMap(({ text }) => wordsOf(text)), ...afar]);
    const whole = near.flatMap(({ text }) => [...text.matchAll(/i18n\.all\('\w+'\)\.([\w.]+)/g)].map((match) => `${match[1] ?? ''}.`));
    const patterns = near.flatMap(({ text }) => patternsOf(text));
    const isFilled = (part: string): boolean => /^-?\d+$/.test(part) || known.has(part);
    const isAlive = (key: string): boolean =>
      named.has(key) ||
      whole.some((tree) => key.startsWith(tree)) ||
      patterns.some((pattern) => {
        const filled = pattern.exec(key)?.slice(1);
        return filled?.every((part) => isFilled(part) || part.split('.').every(isFilled)) ?? false;
      });
    return keysOf(tree)
      .filter((key) => !isAlive(key))
      .map((key) => ({ rule: 'dead-text', path: `catalogue ${catalogue}`, reason: `${key} is named nowhere: take it out` }));
  });
}
