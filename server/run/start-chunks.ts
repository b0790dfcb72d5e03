import { join } from 'node:path';

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const web = join(import.meta.dirname, '..', '..', 'web');
const shell = join(web, 'main.tsx');
const playerEntry = join(web, 'player.tsx');
/** Entry modules of the player (the page on which examinees answer): those that it loads at once or right after its start. */
const player = [
  playerEntry,
  ...['exam-device/delivery.ts', 'session/device-vaults.ts', 'session/vault-store.ts'].map((file) => join(web, 'platform', file)),
];

/** Lists the given modules and all modules that they import statically, directly or indirectly. */
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

/**
 * Output files for modules that the player loads at its start and the shell (the rest of the application) does not; the first match counts. The file
 * `initial` also gets the modules that both load at their start.
 */
const files: readonly (readonly [name: string, test: RegExp])[] = [
  ['player', /\/web\/(?:app|features)\//],
  ['initial', /\/web\/(?:ui|lib|entities)\/|\/node_modules\/(?:lucide-react|react)\/|\/sync\/domain\/|\/(?:patterns|store-rules)\.ts$/],
  ['schemas', /\/node_modules\/zod\/|\/sync\/contract\//],
  ['device', /./],
];

/**
 * Creates the groups of modules for the bundler, so that the player loads only a few files at a cold start. Without groups, there would be a file for
 * each set of pages that share a module. Pages of staff load the groups `schemas` or `device` without the group `player`.
 */
export function createStartGroups(): { debugName: string; name: (id: string, graph: ModuleGraph) => string | null }[] {
  let sets: { shell: Set<string>; player: Set<string> } | undefined;
  const find = (id: string, graph: ModuleGraph): string | null => {
    sets ??= { shell: listStaticImports([shell], graph), player: listStaticImports(player, graph) };
    // Put all other icons into one file. The bundler would make a file for each set of pages that share an icon.
    if (!sets.player.has(id) && icon.test(id)) return 'icons';
    // The entry itself remains a separate file, because the HTML document names it.
    if (!sets.player.has(id) || id === playerEntry) return null;
    return sets.shell.has(id) ? 'initial' : (files.find(([, test]) => test.test(id))?.[0] ?? null);
  };
  return ['initial', 'schemas', 'device', 'player', 'icons'].map((name) => ({
    debugName: name,
    name: (id, graph) => (find(id, graph) === name ? name : null),
  }));
}
