import { registerHooks } from 'node:module';
import { plantFault, type SourceFault } from '../mutants/source-fault.ts';

/** Plants the fault when Node loads its module. A module that is loaded already stays as it is. */
export function plantMutant(fault: SourceFault): void {
  const url = new URL(`../../${fault.file}`, import.meta.url).href;
  registerHooks({
    load(asked, context, next) {
      const loaded = next(asked, context);
      if (asked !== url || loaded.source === undefined || loaded.source === null) return loaded;
      const source = typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString('utf8');
      return { ...loaded, source: plantFault(source, fault) };
    },
  });
}
