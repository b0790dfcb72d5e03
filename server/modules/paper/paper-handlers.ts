import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { type Handlers, Refusal, refuse } from '../../http/handler.ts';
import { readListQuery } from '../../http/list-query.ts';
import { refuseStale } from '../../http/stale-version.ts';
import type { ServerChance, ServerClock } from '../../ports.ts';
import { questionReads } from '../question/question-reads.ts';
import { type AssemblyDeps, assemblyHandlers } from './assembly-handlers.ts';
import { paperFieldNames, paperMessages as messages } from './paper-messages.ts';
import { type PaperDraft, paperReads, type PaperRow } from './paper-reads.ts';
import { type PaperChange, paperSorts, paperStore, totalPointsOf } from './paper-store.ts';
import { drawSections } from './section-draw.ts';

export interface PaperDeps extends AssemblyDeps {
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
  readonly chance: ServerChance;
}

export function paperHandlers(deps: PaperDeps): Handlers<'paper'> {
  const { db, clock, chance } = deps;
  const store = paperStore(db);
  const reads = paperReads(db);
  const questions = questionReads(db);
  const editor = (caller: { schoolId: number; userId: number }) => ({
    schoolId: caller.schoolId,
    userId: caller.userId,
    nowMs: clock.nowMs(),
  });

  const answer = (change: PaperChange, id: number): { id: number; version: number } | Refusal => {
    switch (change.kind) {
      case 'done':
        return { id, version: change.version };
      case 'notFound':
        return refuse('notFound', messages.notFound());
      case 'organised':
        return refuse('refused', messages.organised());
      case 'stale':
        return refuseStale(messages.thing(), change.note, paperFieldNames);
    }
  };

  return {
    ...assemblyHandlers(deps),

    async add(input, { caller, audit }) {
      const fault = passFault(input);
      if (fault) return fault;
      const made = await store.add(input, editor(caller));
      audit.note({ entity: 'paper', id: made.id, before: null, after: input });
      return made;
    },

    async modify({ id, version, ...draft }, { caller, audit }) {
      const fault = passFault(draft);
      if (fault) return fault;
      const paper = await reads.byId(caller.schoolId, id);
      const before = paper && { name: paper.row.name, rules: paper.rules, sections: paper.sections.map((one) => one.section) };
      audit.note({ entity: 'paper', id, name: draft.name, before: before ?? null, after: draft });
      return answer(await store.modify({ id, version }, draft, editor(caller)), id);
    },

    async getList(input, { caller }) {
      const order = readListQuery(input, paperSorts, '-updatedMs');
      if (order instanceof Refusal) return order;
      const { items, total } = await store.list({ schoolId: caller.schoolId, keyword: input.filter?.keyword ?? '' }, order);
      return { items: items.map(summary), total };
    },

    async getById({ id }, { caller }) {
      const paper = await reads.byId(caller.schoolId, id);
      if (!paper) return refuse('notFound', messages.notFound());
      const bodies = await questions.byIds(
        caller.schoolId,
        paper.sections.flatMap((one) => one.questionIds),
      );
      return {
        ...summary(paper.row),
        rules: paper.rules,
        sections: paper.sections.map(({ section, questionIds }) => ({
          ...section,
          questions: questionIds.flatMap((questionId) => bodies.get(questionId) ?? []),
        })),
      };
    },

    async draw({ id, version, seed = chance.bytes(4).readUInt32LE() }, { caller, audit }) {
      const paper = await reads.byId(caller.schoolId, id);
      if (!paper) return refuse('notFound', messages.notFound());
      const sections = paper.sections.map((one) => one.section);
      const pools = new Map<number, Awaited<ReturnType<typeof questions.pool>>>();
      for (const { type } of sections) if (!pools.has(type)) pools.set(type, await questions.pool(caller.schoolId, type));
      const drawn = drawSections(sections, pools, seed);
      if (drawn.kind === 'short') {
        const lines = drawn.shortages.map((short) => ({ ...short, title: sections[short.section]?.title ?? '' }));
        return refuse('refused', messages.short(lines), {
          fields: lines.map((line) => ({ path: `sections.${line.section}.count`, message: messages.shortSection(line.want, line.have) })),
          data: { shortages: drawn.shortages },
        });
      }
      const before = { questions: paper.sections.map((one) => one.questionIds) };
      audit.note({ entity: 'paper', id, name: paper.row.name, before, after: { questions: drawn.sections, seed } });
      const saved = answer(await store.saveDraw({ id, version }, drawn.sections, seed, editor(caller)), id);
      return 'version' in saved ? { ...saved, seed } : saved;
    },
  };
}

const summary = (row: PaperRow) => ({
  id: row.id,
  name: row.name,
  status: row.status,
  version: row.version,
  questionCount: row.question_count,
  totalPoints: row.total_points,
  updatedMs: row.updated_ms,
});

function passFault(draft: PaperDraft): Refusal | undefined {
  const total = totalPointsOf(draft);
  if (draft.rules.passPoints <= total) return undefined;
  return refuse('invalid', messages.passAboveTotal(total), {
    fields: [{ path: 'rules.passPoints', message: messages.passAboveTotal(total) }],
  });
}
