import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { readRepoFiles } from './repo.ts';

const root = join(import.meta.dirname, '../..');
/** The worked examples of this page name files that a reader adds. */
const example = 'docs/a-new-module.md';

it('links and file names in documents lead to existing files', () => {
  const documents = readRepoFiles(root).filter(({ path }) => path.endsWith('.md'));
  expect(documents.length).toBeGreaterThan(70);
  const dead = documents.flatMap(({ path, text }) => {
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link = '']) => join(dirname(path), link));
    const names = [...text.matchAll(/`((?:server|sync|web|tests|docs|public)\/[\w./-]+)`/g)].map(([, name = '']) => name);
    return [...links, ...(path === example ? [] : names)].filter((to) => !existsSync(join(root, to))).map((to) => `${path}: ${to}`);
  });
  expect(dead).toEqual([]);
});
