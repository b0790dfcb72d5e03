import type { RuleViolation } from './rule-violation.ts';
import type { RepoFile } from './repo.ts';

/** Texts of one language: sentences, or nested trees of texts. */
export interface TextTree {
  readonly [key: string]: string | TextTree;
}

const isCode = (path: string): boolean => /\.tsx?$/.test(path) && !/\.(test|spec)\.tsx?$/.test(path);
const isCatalogue = (path: string): boolean => /-texts\.ts$|\/texts\//.test(path);
/** Returns the area of a web file: its feature, or its layer. */
const areaOf = (path: string): string => /^web\/(features\/[^/]+|[^/]+)\//.exec(path)?.[0] ?? '';
const withoutComments = (text: string): string => text.replace(/(?<!\w)\/\*[\s\S]*?\*\/|(^|\s)\/\/[^\n]*/g, ' ');

/** Lists the words in a program's strings and in the keys of its objects. */
function wordsOf(text: string): string[] {
  return [
    ...[...text.matchAll(/(['"])((?:(?!\1)[^\\\n])*)\1/g)].map((match) => match[2] ?? ''),
    ...[...text.matchAll(/`([^`$\\\n]*)`/g)].map((match) => match[1] ?? ''),
    ...[...text.matchAll(/([A-Za-z_$][\w$]*)\??:/g)].map((match) => match[1] ?? ''),
    ...[...text.matchAll(/(?<=[{,]\s*)([A-Za-z_$][\w$]*)(?=\s*[,}])/g)].map((match) => match[1] ?? ''),
  ];
}

/** Makes patterns of template keys: `check.${id}.title` matches keys with one or several names in place of the expression. */
function patternsOf(text: string): RegExp[] {
  return [...text.matchAll(/`([\w.]*(?:\$\{[^`{}]*(?:\{[^`{}]*\}[^`{}]*)*\}[\w.]*)+)`/g)].flatMap((match) => {
    const fixed = (match[1] ?? '').split(/\$\{[^`{}]*(?:\{[^`{}]*\}[^`{}]*)*\}/);
    // `${what}Title` is a key too; a template without a fixed word would match any key.
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
 * Lists texts that no code uses. A key is searched in the area that opens its catalogue. A key built from a template is used if its
 * variable part is a number or a word in the program.
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
    // A key with its catalogue's name, from another area: 'app:session.readOnly'.
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
