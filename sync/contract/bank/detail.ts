import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { detailTableStatus, pointImportances } from '../codes.ts';
import { professionLevel } from '../people/profession.ts';
import { epochMs, id, keyword, listInput, listOutput, nameText, version } from '../scalars.ts';

/**
 * Number of core, general and auxiliary assessment points that a detail table (鉴定要素细目表: the hierarchy of points that an exam may test) states for a
 * scope.
 */
export const countRatio = z.object({ x: z.int().min(0).max(999), y: z.int().min(0).max(999), z: z.int().min(0).max(999) });
export type CountRatio = z.output<typeof countRatio>;

const createLineSchema = (name: z.ZodString) => {
  /** `id`: id of an existing line of the detail table, so that questions remain linked to their point; absent for a new line. */
  const line = { id: id.optional(), name };
  return z.discriminatedUnion('depth', [
    z.object({
      ...line,
      depth: z.literal([1, 2, 3]),
      /** Code of a scope: a letter. */
      code: z.string().trim().max(2),
      /** Weight of the scope (鉴定比重), in percent. The weights of the top scopes add up to 100, those below a scope to its weight. */
      weight: z.number().min(0).max(100).multipleOf(0.01).nullable(),
      ratio: countRatio.nullable(),
    }),
    z.object({
      ...line,
      depth: z.literal(4),
      /** Code of an assessment point: three digits. */
      code: z.string().trim().max(3),
      /** Importance of the point: X core, Y general, Z auxiliary. */
      importance: z.enum(pointImportances).nullable(),
    }),
  ]);
};

/**
 * A line of a detail table, in order from the top. Depths 1 to 3 are scopes (鉴定范围), depth 4 is a point (鉴定点). A line belongs to the nearest line
 * above it with a smaller depth. A draft may be incomplete; `sync/domain/papers/detail-rules.ts` holds the requirements for publishing.
 */
export const detailLine = createLineSchema(nameText.max(120));
export type DetailLine = z.output<typeof detailLine>;

export const maxDetailLines = 3000;
const detailLines = z.array(detailLine).max(maxDetailLines);

/** Profession, trade and level that the detail table is for. If `tradeId` is null, it is for the whole profession. */
const place = { professionId: id, tradeId: id.nullable(), level: professionLevel };

const summary = z.object({
  id,
  version,
  ...place,
  professionCode: z.string(),
  professionName: z.string(),
  tradeName: z.string(),
  /** Edition of the detail table: 1, 2, 3 … within one profession, trade and level. */
  edition: z.int(),
  status: z.literal(Object.values(detailTableStatus)),
  pointCount: z.int(),
  /** Sum of the weights of the top scopes (depth 1), in percent. */
  weightTotal: z.number(),
  updatedMs: epochMs,
  updatedByName: z.string(),
});

const maintainers = ['admin'] as const;
const readers = ['admin', 'question', 'school', 'teacher'] as const;
const changed = z.object({ id, version });

export const detailCalls = defineCalls('detail', {
  getList: {
    summary: 'Detail tables, newest edition first; others than administrators see those that were published',
    input: listInput(
      z.object({
        keyword: keyword.optional(),
        professionId: id.optional(),
        level: professionLevel.optional(),
        status: z.literal(Object.values(detailTableStatus)).optional(),
        /** True: list only the newest published edition for each profession, trade and level. */
        newest: z.literal(true).optional(),
      }),
    ),
    output: listOutput(summary),
    access: readers,
    errors: [],
    changes: false,
  },
  getById: {
    summary: 'One detail table, line by line, with who changed it',
    input: z.object({ id }),
    output: summary.extend({
      // The stored lines are validated more loosely than input, so that lines stored under an older rule stay readable.
      lines: z.array(createLineSchema(z.string())),
      /** History of the table, newest first. `figures`: number of lines that a save changed. */
      history: z.array(
        z.object({
          event: z.enum(['add', 'copy', 'save', 'publish', 'withdraw', 'use']),
          userName: z.string(),
          atMs: epochMs,
          figures: z.object({ added: z.int(), removed: z.int(), changed: z.int() }).nullable(),
        }),
      ),
      editions: z.array(z.object({ id, edition: z.int(), status: z.literal(Object.values(detailTableStatus)) })),
    }),
    access: readers,
    errors: ['notFound'],
    changes: false,
  },
  add: {
    summary: 'Begin a detail table, or its next edition as a copy of another; one draft at a time',
    input: z.object({ ...place, copyOf: id.optional() }),
    output: changed,
    access: maintainers,
    errors: ['notFound', 'refused'],
    changes: true,
    once: true,
  },
  modify: {
    summary: 'Save the lines of a draft, all together',
    input: z.object({ id, version, lines: detailLines }),
    output: changed,
    access: maintainers,
    errors: ['notFound', 'conflict', 'refused'],
    changes: true,
    once: true,
    maxBytes: 2 * 1024 * 1024,
  },
  publish: {
    summary: 'Publish a draft: every line complete, weights that add up',
    input: z.object({ id, version }),
    output: changed,
    access: maintainers,
    errors: ['notFound', 'conflict', 'refused'],
    changes: true,
    once: true,
  },
  withdraw: {
    summary: 'Take a published table that nothing uses yet back to a draft',
    input: z.object({ id, version }),
    output: changed,
    access: maintainers,
    errors: ['notFound', 'conflict', 'refused'],
    changes: true,
    once: true,
  },
  remove: {
    summary: 'Remove a draft',
    input: z.object({ id, version }),
    output: z.object({}),
    access: maintainers,
    errors: ['notFound', 'conflict', 'refused'],
    changes: true,
    once: true,
  },
});
