import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** File of zod's JSON schema writer. Every schema refers to it, so a bundler cannot drop it. */
const writers = /[\\/]zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/;

/** File of zod's English messages. They are not needed, because our own catalogues describe invalid inputs (`form-problems.ts`). */
const sentences = /[\\/]zod[\\/]v4[\\/]locales[\\/]en\.js$/;

/**
 * Drops zod's JSON schema writer and English messages from the browser's build. Only the server writes JSON schemas (OpenAPI); in the browser,
 * calling the writer throws.
 */
export function createLeanZodPlugin(): Plugin {
  return {
    name: 'wenkao-lean-zod',
    apply: 'build',
    load(id) {
      if (sentences.test(id)) return 'export default () => ({ localeError: (issue) => issue.code });';
      if (!writers.test(id)) return null;
      const names = [...readFileSync(id, 'utf8').matchAll(/^export (?:const|function) (\w+)|^export \{ \w+ as (\w+) \}/gm)].map(
        (m) => m[1] ?? m[2],
      );
      const exportClauses = names.map((name) => (name?.startsWith('create') === true ? `absent as ${name}` : `refuse as ${name}`));
      return [
        "const refuse = () => { throw new Error('JSON schemas are not part of the browser\\'s build'); };",
        'const absent = () => refuse;',
        `export { ${exportClauses.join(', ')} };`,
      ].join('\n');
    },
  };
}
