import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { computeIntegrity } from '../../../server/run/pwa-options.ts';

/** Edits a text file in place. Returns its digests before and after, as the service worker checks them. */
function editFile(path: string, edit: (text: string) => string): readonly [string, string] {
  const before = computeIntegrity(path);
  writeFileSync(path, edit(readFileSync(path, 'utf8')));
  return [before, computeIntegrity(path)];
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
  const digests = ['index.html', 'player.html'].map((page) =>
    editFile(join(web, page), (html) => html.replace('<head>', `<head><meta name="release" content="${version}">`)),
  );
  editFile(join(web, 'service-worker.js'), (script) => digests.reduce((text, [before, after]) => text.replace(before, after), script));
  return folder;
}
