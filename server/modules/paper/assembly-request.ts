import type { Kysely } from 'kysely';
import type { Blueprint, QuotaCell } from '../../../sync/contract/papers/assembly.ts';
import type { Database } from '../../db/schema.ts';
import { type Message, refuse } from '../../http/handler.ts';
import { createDetailReads } from '../detail/detail-reads.ts';
import { assemblyMessages as messages } from './assembly-messages.ts';
import type { AssemblyProblem } from './assembly/assembly-problem.ts';
import { computeBlueprintCells, type WeightedTable } from './assembly/blueprint-cells.ts';

/** Most questions of a paper; up to this size the solver answers within its time limit for four variants. */
const mostQuestions = 300;

export type RequestedAssembly = Omit<AssemblyProblem, 'variants' | 'maxShared' | 'lockedIds' | 'kept' | 'seed'>;

/**
 * Turns a blueprint into the problem for the solver, or refuses it with its faults by field. Returns the quotas of the blueprint itself, else those
 * computed from its shares.
 */
export async function toAssemblyProblem(db: Kysely<Database>, blueprint: Blueprint): Promise<RequestedAssembly> {
  const table = blueprint.detailTableId === null ? null : await createDetailReads(db).paperTable(blueprint.detailTableId);
  if (table === undefined) refuse('notFound', messages.noTable());
  const faults = blueprintFaults(blueprint, table);
  if (faults.length > 0) refuse('invalid', messages.invalid(), { fields: faults });
  const { sections, bank, categories, maxExposure, bannedIds } = blueprint;
  return { sections, cells: blueprint.cells ?? computeBlueprintCells(blueprint, table), table, bank, categories, maxExposure, bannedIds };
}

function blueprintFaults(blueprint: Blueprint, table: WeightedTable | null): { path: string; message: Message }[] {
  const faults: { path: string; message: Message }[] = [];
  const fault = (path: string, message: Message): void => void faults.push({ path: `blueprint.${path}`, message });
  if (blueprint.sections.reduce((sum, section) => sum + section.count, 0) > mostQuestions)
    fault('sections', messages.tooMany(mostQuestions));
  if (table === null && blueprint.cells === undefined) {
    if (blueprint.scopeDepth > 0) fault('scopeDepth', messages.needsTable());
    if (blueprint.importance !== null) fault('importance', messages.needsTable());
  }
  const scopes = new Set(['', ...(table?.scopes.map((scope) => scope.code) ?? [])]);
  const types = new Set(blueprint.sections.map((section) => section.type));
  for (const [at, cell] of (blueprint.cells ?? []).entries()) cellFaults(cell, `cells.${at}`);
  return faults;

  function cellFaults(cell: QuotaCell, path: string): void {
    if (table === null && (cell.scope !== '' || cell.importance !== null)) fault(path, messages.needsTable());
    else if (!scopes.has(cell.scope)) fault(`${path}.scope`, messages.unknownScope(cell.scope));
    if (cell.type !== null && !types.has(cell.type)) fault(`${path}.type`, messages.noSection());
  }
}
