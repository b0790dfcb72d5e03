import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listSourceFiles } from '../../../tests/architecture/repo.ts';

const web = join(import.meta.dirname, '..', '..');

it('pages leave their width to the layout, so that it does not jump between neighbouring pages', () => {
  const pages = listSourceFiles(web, ['features']).filter((file) => file.endsWith('.tsx') && !/\.test\./.test(file));
  // Pages with the layout `plain` are excepted: they set their width on their own `main` element.
  const own = pages.filter((file) =>
    /<(?!main\b)[a-zA-Z]+\s+className="mx-auto [^"]*max-w-\[\d+px\]/.test(readFileSync(join(web, file), 'utf8')),
  );
  expect(pages.length).toBeGreaterThan(200);
  expect(own).toEqual([]);
});
