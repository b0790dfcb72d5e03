import { join } from 'node:path';

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const web = join(import.meta.dirname, '..', '..', 'web');
const shell = join(web, 'main.tsx');
const playerEntry = join(web, 'player.tsx');
/** Modules that the player loads, at once or right after its start. */
const player = [
  playerEntry,
  ...['exam-device/delivery.ts', 'session/device-vaults.ts', 'session/vault-store.ts'].map((file) => join(web, 'platform', file)),
];

/** Lists modules and all their static imports. */
function listStaticImports(entries: readonly string[], graph: ModuleGraph): Set<string> {
  const chunkIds = new Set<string>();
  const visit = (id: string): void => {
    if (chunkIds.has(id)) return;
    chunkIds.add(id);
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) visit(next);
  };
  for (const entry of entries) visit(entry);
  return chunkIds;
}

const icon = /\/node_modules\/lucide-react\/dist\/esm\/icons\//;

/** Files of the modules that only the player starts with; the first match counts. `initial` holds what the shell starts with, and small parts. */
const files: readonly (readonly [name: string, test: RegExp])[] = [
  ['player', /\/web\/(?:app|features)\//],
  ['initial', /\/web\/(?:ui|lib|entities)\/|\/node_modules\/(?:lucide-react|react)\/|\/sync\/domain\/|\/(?:patterns|store-rules)\.ts$/],
  ['schemas', /\/node_modules\/zod\/|\/sync\/contract\//],
  ['device', /./],
];

/**
 * Makes the groups of modules that the player starts with: few files for its cold start, in place of one file per set of pages that share a module.
 * Pages of staff load `schemas` or `device` without the player.
 */
export function createStartGroups(): { debugName: string; name: (id: string, graph: ModuleGraph) => string | null }[] {
  let sets: { shell: Set<string>; player: Set<string> } | undefined;
  const find = (id: string, graph: ModuleGraph): string | null => {
    sets ??= { shell: listStaticImports([shell], graph), player: listStaticImports(player, graph) };
    // One file for the other icons: the bundler would make one for each set of pages that share an icon.
    if (!sets.player.has(id) && icon.test(id)) return 'icons';
    // The entry itself stays a file of its own, which the document names.
    if (!sets.player.has(id) || id === playerEntry) return null;
    return sets.shell.has(id) ? 'initial' : (files.find(([, test]) => test.test(id))?.[0] ?? null);
  };
  return ['initial', 'schemas', 'device', 'player', 'icons'].map((name) => ({
    debugName: name,
    name: (id, graph) => (find(id, graph) === name ? name : null),
  }));
}
