import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLeanZodPlugin } from './lean-zod.ts';

const load = createLeanZodPlugin().load as unknown as (id: string) => string | null;
const core = join(import.meta.dirname, '..', '..', 'node_modules', 'zod', 'v4', 'core');

test.each(['to-json-schema.js', 'json-schema-processors.js'])(
  'the lean zod plugin keeps every exported name of %s as a function that throws',
  async (file) => {
    const path = join(core, file);
    const real = (await import(path)) as Record<string, unknown>;
    const lean = (await import(`data:text/javascript,${encodeURIComponent(load(path) ?? '')}`)) as Record<string, () => unknown>;
    const callable = Object.keys(real).filter((name) => typeof real[name] === 'function');
    expect(callable.length).toBeGreaterThan(4);
    for (const name of callable) {
      const call = (): unknown => {
        const made = lean[name]?.();
        return typeof made === 'function' ? (made as () => unknown)() : 'nothing was refused';
      };
      expect(call, name).toThrow(/JSON schemas/);
    }
  },
);

test('the lean zod plugin leaves all other files unchanged', () => {
  expect(load(join(core, 'schemas.js'))).toBeNull();
  expect(load('/elsewhere/to-json-schema.js')).toBeNull();
});
