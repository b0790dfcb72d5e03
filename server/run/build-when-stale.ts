import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';

/** Builds the web application into dist/web, unless the existing build came from the same sources. */
const stampPath = 'dist/web-sources.sha256';
const built = existsSync('dist/web/index.html') && existsSync(stampPath) ? readFileSync(stampPath, 'utf8') : '';

// Compare contents, because a checkout sets arbitrary file times.
const hash = createHash('sha256');
for (const path of globSync(['{web,sync,public}/**/*', '{index,player}.html', 'vite.config.ts', 'package-lock.json']).toSorted()) {
  if (/\.test\.tsx?$/.test(path) || !statSync(path).isFile()) continue;
  hash.update(`${path}\n`).update(readFileSync(path));
}
const stamp = hash.digest('hex');

if (built === stamp) {
  console.log('web: dist/web is up to date');
} else {
  console.log('web: building dist/web, about half a minute …');
  const vite = spawnSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], { stdio: 'inherit' });
  if (vite.status !== 0) process.exit(vite.status ?? 1);
  mkdirSync('dist', { recursive: true });
  writeFileSync(stampPath, stamp);
}
