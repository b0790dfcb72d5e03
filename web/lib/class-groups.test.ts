import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { extendTailwindMerge } from 'tailwind-merge';
import { describe, expect, it } from 'vitest';
import { cn } from './cn.ts';

/** tailwind-merge with its full table, extended by the one shadow that this project defines. */
const fullMerge = extendTailwindMerge({ extend: { theme: { shadow: ['pop'] } } });
const web = join(import.meta.dirname, '..');

/** Lists every quoted word of the web's sources. */
function* wordsInUse(): Iterable<string> {
  for (const file of readdirSync(web, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file) || /\.test\.|class-groups/.test(file)) continue;
    for (const [, quoted = ''] of readFileSync(join(web, file), 'utf8').matchAll(/['"`]([^'"`\n]*)['"`]/g)) yield* quoted.split(/\s+/);
  }
}

/** Lists every word that the full table accepts as a class, without prefixes such as "hover:". */
function classesInUse(): string[] {
  const words = new Set<string>();
  for (const word of wordsInUse()) words.add(word.replace(/^(?:[a-z0-9-]+(?:\[[^\]]*\])?:|\[[^\]]*\]:|\*+:)*/, '').replace(/!$/, ''));
  return [...words].filter((word) => word.startsWith('[') === false && fullMerge(`${word} ${word}`) === word).toSorted();
}

/** Lists the classes of `classes` that `merge` drops if `name` follows them. */
function outdoneBy(merge: (text: string) => string, name: string, classes: readonly string[]): string[] {
  const left = new Set(merge([...classes, name].join(' ')).split(' '));
  return classes.filter((other) => other !== name && !left.has(other));
}

/** Chooses one class from each group of classes that replace one another. */
function oneOfEachKind(classes: readonly string[]): string[] {
  const kinds: string[] = [];
  const isSameKind = (a: string, b: string): boolean => fullMerge(`${a} ${b}`) === b && fullMerge(`${b} ${a}`) === a;
  for (const name of classes) {
    const [prefix = ''] = name.split('-');
    // Compare with chosen classes of the same prefix first, because a match is most likely among them; this saves time.
    const alike = kinds.toSorted((a, b) => Number(b.startsWith(prefix)) - Number(a.startsWith(prefix)));
    if (!alike.some((kind) => isSameKind(kind, name))) kinds.push(name);
  }
  const reach = new Map(kinds.map((kind) => [kind, kinds.filter((other) => fullMerge(`${other} ${kind}`) === kind).length]));
  return kinds.toSorted((a, b) => (reach.get(b) ?? 0) - (reach.get(a) ?? 0));
}

describe('cn', () => {
  it('lets the later of two conflicting classes win, for every class in use, as tailwind-merge does', () => {
    const classes = classesInUse();
    expect(classes.length).toBeGreaterThan(500);
    const kinds = oneOfEachKind(classes);
    const differences = classes
      .map((name) => ({ name, ours: outdoneBy(cn, name, kinds), theirs: outdoneBy(fullMerge, name, kinds) }))
      .filter(({ ours, theirs }) => ours.join() !== theirs.join());
    expect(differences).toEqual([]);
  });

  it('keeps classes with different variants', () => {
    expect(cn('p-2 hover:p-3', 'p-4')).toBe('hover:p-3 p-4');
    expect(cn('hover:lg:p-2', 'lg:hover:p-4')).toBe('lg:hover:p-4');
    expect(cn('after:rounded-tr-md after:border-[6px]', 'after:rounded-tr-sm after:border-[4px]')).toBe(
      'after:rounded-tr-sm after:border-[4px]',
    );
  });

  it('accepts lists and conditions', () => {
    expect(cn('text-sm', ['text-seal', false], undefined, { 'text-base': true, hidden: false })).toBe('text-seal text-base');
  });
});

it('finds no class in use that depends on the position of a container', () => {
  // A class such as `group-first:` would make the browser restyle the whole page whenever an element, such as a menu or tooltip, is appended to the
  // body.
  const classes = [...wordsInUse()].filter((word) =>
    /^(?:\S+:)?(?:group|peer|in|has)-(?:first|last|only|odd|even|nth|empty)\b\S*:/.test(word),
  );
  expect(classes).toEqual([]);
});
