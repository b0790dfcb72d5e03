import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** zod ties its writer of JSON schemas to every schema, so a bundler can't leave it out by itself. */
const writers = /[\\/]zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/;

/** Its English sentences: what is wrong with an input is said by our own catalogues (`form-problems.ts`). */
const sentences = /[\\/]zod[\\/]v4[\\/]locales[\\/]en\.js$/;

/** Only the server describes its calls (OpenAPI); what the browser loads does without, and says so should anybody ask. */
export function leanZod(): Plugin {
  return {
    name: 'wenkao-lean-zod',
    apply: 'build',
    load(id) {
      if (sentences.test(id)) return 'export default () => ({ localeError: (issue) => issue.code });';
      if (!writers.test(id)) return null;
      const names = [...readFileSync(id, 'utf8').matchAll(/^export (?:const|function) (\w+)|^export \{ \w+ as (\w+) \}/gm)].map(
        (m) => m[1] ?? m[2],
      );
      const given = names.map((name) => (name?.startsWith('create') === true ? `absent as ${name}` : `refuse as ${name}`));
      return [
        "const refuse = () => { throw new Error('JSON schemas are not part of the browser\\'s build'); };",
        'const absent = () => refuse;',
        `export { ${given.join(', ')} };`,
      ].join('\n');
    },
  };
}
