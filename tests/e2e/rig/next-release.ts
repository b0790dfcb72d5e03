import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Edits a text file in place. */
function editFile(path: string, edit: (text: string) => string): void {
  writeFileSync(path, edit(readFileSync(path, 'utf8')));
}

/**
 * Copies this program as its next release: another version in package.json, pages whose `meta` element `release` names that version, and
 * another service worker, which browsers therefore install. Needs a built web application. Returns the folder, which the caller removes.
 */
export function createNextRelease(version: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'wenkao-release-'));
  for (const part of ['server', 'sync', 'package.json', 'dist/web']) cpSync(part, join(folder, part), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  editFile(join(folder, 'package.json'), (text) => text.replace(/"version": "[^"]*"/, `"version": "${version}"`));
  const web = join(folder, 'dist', 'web');
  for (const page of ['index.html', 'player.html'])
    editFile(join(web, page), (html) => html.replace('<head>', `<head><meta name="release" content="${version}">`));
  editFile(join(web, 'service-worker.js'), (script) => `${script}\n// ${version}\n`);
  return folder;
}
