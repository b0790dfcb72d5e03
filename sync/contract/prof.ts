import { z } from 'zod';
import { defineCalls } from './call.ts';
import { profAreas, professionLevels } from './codes.ts';
import { professionCodePattern } from './patterns.ts';
import { epochMs, id, keyword, listInput, listOutput, nameText, version } from './scalars.ts';

export const professionCode = z.string().trim().regex(professionCodePattern);
export const professionLevel = z.literal(professionLevels);

/** A trade (工种) of a profession. With its id: the one that stands already, perhaps renamed. */
const trade = z.object({ id: id.optional(), name: nameText.min(1).max(60) });

export const professionDraft = z.object({
  code: professionCode,
  name: nameText.min(1).max(60),
  /** Those an examination exists for; 5 is the lowest. */
  levels: z.array(professionLevel).min(1).max(5),
  trades: z.array(trade).max(60),
  /** The national standard it follows, with its year. */
  standard: z.string().trim().max(200),
  remark: z.string().trim().max(500),
});

const profession = z.object({
  id,
  version,
  code: z.string(),
  name: z.string(),
  levels: z.array(professionLevel),
  trades: z.array(z.object({ id, name: z.string() })),
  standard: z.string(),
  remark: z.string(),
  enabled: z.boolean(),
  /** Offered by the caller's school, and in which areas of its work. */
  offered: z.boolean(),
  areas: z.array(z.enum(profAreas)),
  /** How many schools offer it. */
  schoolCount: z.int(),
  /** Detail tables that are published, over all trades and levels. */
  tableCount: z.int(),
  updatedMs: epochMs,
  updatedByName: z.string(),
});

const keepers = ['admin', 'question'] as const;
const readers = ['admin', 'question', 'school', 'teacher'] as const;
const choosers = ['admin', 'school'] as const;

export const profCalls = defineCalls('prof', {
  getList: {
    summary: 'Professions with their trades and levels; `offered` narrows to those of the own school',
    input: listInput(
      z.object({
        keyword: keyword.optional(),
        level: professionLevel.optional(),
        enabled: z.boolean().optional(),
        offered: z.boolean().optional(),
        area: z.enum(profAreas).optional(),
      }),
    ),
    output: listOutput(profession),
    access: readers,
    errors: [],
    changes: false,
  },
  getById: {
    summary: 'One profession',
    input: z.object({ id }),
    output: profession,
    access: readers,
    errors: ['notFound'],
    changes: false,
  },
  add: {
    summary: 'Add a profession to the catalogue all schools choose from',
    input: professionDraft,
    output: z.object({ id, version }),
    access: keepers,
    errors: ['refused'],
    changes: true,
    once: true,
  },
  modify: {
    summary: 'Change a profession; trades and levels that a detail table stands for cannot be left out',
    input: professionDraft.extend({ id, version }),
    output: z.object({ id, version }),
    access: keepers,
    errors: ['notFound', 'conflict', 'refused'],
    changes: true,
  },
  setStatus: {
    summary: 'Enable or disable a profession: a disabled one stays where it is used, but nobody can choose it any more',
    input: z.object({ id, version, enabled: z.boolean() }),
    output: z.object({ id, version }),
    access: keepers,
    errors: ['notFound', 'conflict'],
    changes: true,
  },
  remove: {
    summary: 'Remove a profession that no school offers and no detail table stands for',
    input: z.object({ id, version }),
    output: z.object({}),
    access: keepers,
    errors: ['notFound', 'conflict', 'refused'],
    changes: true,
  },
  setOffered: {
    summary: 'Take professions into what the own school offers, or out of it',
    input: z.object({ ids: z.array(id).min(1).max(200), offered: z.boolean() }),
    output: z.object({ changed: z.int() }),
    access: choosers,
    errors: ['notFound', 'refused'],
    changes: true,
  },
  setArea: {
    summary: 'Say in which area of its work the own school offers professions: new things there can choose them',
    input: z.object({ ids: z.array(id).min(1).max(200), area: z.enum(profAreas), offered: z.boolean() }),
    output: z.object({ changed: z.int() }),
    access: choosers,
    errors: ['notFound'],
    changes: true,
  },
});
