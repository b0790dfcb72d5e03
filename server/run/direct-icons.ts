import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const iconIndex = fileURLToPath(import.meta.resolve('lucide-react').replace('/cjs/lucide-react.js', '/esm/lucide-react.mjs'));

/** Maps each name of an icon to the icon's file. */
function listIconFiles(): Map<string, string> {
  const files = new Map<string, string>();
  for (const [, names = '', file = ''] of readFileSync(iconIndex, 'utf8').matchAll(/^export \{ (default as .*) \} from '(.*)';$/gm))
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, join(dirname(iconIndex), file));
  return files;
}

/**
 * Rewrites imports of icons, so that each comes from its own file instead of the index of all icons. The bundler puts a module together with all that
 * it imports (`start-chunks.ts`), and the index imports every icon. So through the index, the player (the page on which examinees answer) would start
 * with all icons of the application.
 */
export function createDirectIconsPlugin(): Plugin {
  const files = listIconFiles();
  const importOf = (part: string): string => {
    const [name = '', alias = name] = part.trim().split(' as ');
    const file = files.get(name);
    if (name === '' || name.startsWith('type ')) return '';
    if (file === undefined) throw new Error(`lucide-react has no icon ${name}`);
    return `import ${alias} from ${JSON.stringify(file)};`;
  };
  return {
    name: 'wenkao-direct-icons',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) =>
      id.includes('/web/') && code.includes("from 'lucide-react'")
        ? {
            code: code.replaceAll(/^import \{([^}]*)\} from 'lucide-react';/gm, (_whole, parts: string) =>
              parts.split(',').map(importOf).join(''),
            ),
            map: null,
          }
        : null,
  };
}
