import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { professionAreas, professionLevels } from '../codes.ts';
import { professionCodePattern } from '../patterns.ts';
import { id, keyword, listInput, nameText, version } from '../scalars.ts';
import { defineResourceCalls } from '../resource-calls.ts';
import { defineResource } from '../resource.ts';

export const professionCode = z.string().trim().regex(professionCodePattern);
export const professionLevel = z.literal(professionLevels);

/** A trade (工种) of a profession. `id`: an existing trade, which may be renamed. */
const trade = z.object({ id: id.optional(), name: nameText.min(1).max(60) });

export const professionResource = defineResource({
  name: 'profession',
  module: 'prof',
  words: ['职业', 'Profession'],
  of: 'platform',
  signed: true,
  title: 'name',
  fields: {
    code: { words: ['职业编码', 'Code'], is: professionCode, blank: '', example: '6-31-01-03', sort: true, search: true, unique: true },
    name: { words: ['职业名称', 'Name'], is: nameText.min(1).max(60), blank: '', example: '电工', sort: true, search: true },
    /** Levels for which the profession has an exam; 5 is the lowest. */
    levels: {
      words: ['等级', 'Levels'],
      is: z
        .array(professionLevel)
        .min(1)
        .max(5)
        .overwrite((levels) => levels.toSorted((a, b) => a - b)),
      blank: [],
      example: [4],
      storedAs: 'json',
    },
    trades: { words: ['工种', 'Trades'], is: z.array(trade).max(60), blank: [], example: [], storedAs: 'ownTables' },
    /** National standard that the profession follows, with its year. */
    standard: { words: ['职业技能标准', 'Standard'], is: z.string().trim().max(200), blank: '', example: '' },
    remark: { words: ['备注', 'Remark'], is: z.string().trim().max(500), blank: '', example: '' },
    enabled: { words: ['状态', 'Status'], is: z.boolean(), blank: true, example: true, storedAs: 'flag', by: 'call' },
  },
  shown: {
    trades: { is: z.array(z.object({ id, name: z.string() })) },
    /** Whether the caller's school offers the profession, and in which work areas. */
    offered: { is: z.boolean() },
    areas: { is: z.array(z.enum(professionAreas)) },
    /** Number of schools that offer the profession. */
    schoolCount: { words: ['开设学校', 'Schools'], is: z.int() },
    /** Number of published detail tables, over all trades and levels. */
    tableCount: { words: ['细目表', 'Detail tables'], is: z.int() },
    updatedByName: { words: ['更新人', 'Changed by'], is: z.string() },
  },
});

const keepers = ['admin', 'question'] as const;
const readers = ['admin', 'question', 'school', 'teacher'] as const;
const choosers = ['admin', 'school'] as const;

const calls = defineResourceCalls(professionResource, { read: readers, change: keepers });

export const professionCalls = defineCalls('prof', {
  ...calls,
  getList: {
    ...calls.getList,
    summary: 'Professions with their trades and levels; `offered` narrows to those of the own school',
    input: listInput(
      z.object({
        keyword: keyword.optional(),
        level: professionLevel.optional(),
        enabled: z.boolean().optional(),
        offered: z.boolean().optional(),
        area: z.enum(professionAreas).optional(),
      }),
    ),
  },
  setStatus: {
    summary: 'Enable or disable a profession: a disabled one stays where it is used, but nobody can choose it any more',
    input: z.object({ id, version, enabled: z.boolean() }),
    output: z.object({ id, version }),
    access: keepers,
    errors: ['notFound', 'conflict'],
    changes: true,
    once: true,
    resource: professionResource,
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
    input: z.object({ ids: z.array(id).min(1).max(200), area: z.enum(professionAreas), offered: z.boolean() }),
    output: z.object({ changed: z.int() }),
    access: choosers,
    errors: ['notFound'],
    changes: true,
  },
});
