import { registerHooks } from 'node:module';
import type { Mutant } from './mutant.ts';

/** From here on the mutant's module loads with its fault in it. */
export function plant(mutant: Mutant): void {
  const url = new URL(`../../${mutant.file}`, import.meta.url).href;
  registerHooks({
    load(asked, context, next) {
      const loaded = next(asked, context);
      if (asked !== url || loaded.source === undefined || loaded.source === null) return loaded;
      const source = typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString('utf8');
      if (source.split(mutant.find).length !== 2) throw new Error(`mutant "${mutant.name}": its place is not (once) in ${mutant.file}`);
      return { ...loaded, source: source.replace(mutant.find, () => mutant.put) };
    },
  });
}
