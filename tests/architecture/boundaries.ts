import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { cruiseOptions, forbiddenImports } from './boundary-rules.ts';
import type { RuleViolation } from './rule-violation.ts';
import { listSourceFiles } from './repo.ts';

const layers = ['sync', 'server', 'web', 'tests'];

/** Returns every import that crosses a boundary, and every source file that dependency-cruiser did not read. */
export async function checkBoundaries(root: string): Promise<RuleViolation[]> {
  const present = layers.filter((layer) => existsSync(join(root, layer)));
  const { output } = await cruise(present, {
    ...cruiseOptions,
    baseDir: root,
    validate: true,
    ruleSet: { forbidden: [...forbiddenImports] },
  });
  const result = output as ICruiseResult;

  const crossings = result.summary.violations.map((v) => {
    const way = 'cycle' in v && v.cycle ? v.cycle.map((step) => step.name).join(' → ') : v.to;
    return { rule: v.rule.name, path: v.from, reason: v.from === v.to ? 'nothing imports it and it imports nothing' : `imports ${way}` };
  });

  // Without a TypeScript parser, dependency-cruiser reads no file and reports no violations. So this counts the files that it read.
  const seen = new Set(result.modules.map((module) => module.source));
  const missed = listSourceFiles(root, present).filter((path) => !seen.has(path));
  return [...crossings, ...missed.map((path) => ({ rule: 'cruised', path, reason: 'the cruiser did not look at this file' }))];
}
