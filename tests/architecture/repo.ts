import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface RepoFile {
  readonly path: string;
  readonly text: string;
}

/** Lists TypeScript files under `folders`, as paths from the root with forward slashes. */
export function listSourceFiles(root: string, folders: readonly string[]): string[] {
  return globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { cwd: root },
  )
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('.d.ts'))
    .toSorted();
}

const isText = /\.(tsx?|mjs|json|jsonl|md|css|html|ya?ml|webmanifest|svg|sh)$|(^|\/)\.?[a-z]+(rc|ignore)?$/;

/** Lists the text files that git would commit: tracked files, and new ones that are not ignored. */
export function readRepoFiles(root: string): RepoFile[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' });
  return listed
    .split('\0')
    .filter((path) => isText.test(path) && existsSync(join(root, path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}
