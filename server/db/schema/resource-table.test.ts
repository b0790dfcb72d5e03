import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineResource } from '../../../sync/contract/resource.ts';
import { defineResourceTable } from './resource-table.ts';
import { buildSchemaSql } from './schema-sql.ts';
import { caselessText } from './table.ts';

const partner = defineResource({
  name: 'partner',
  words: ['合作单位', 'Partner'],
  of: 'school',
  title: 'name',
  fields: {
    name: { words: ['单位名称', 'Name'], is: z.string(), blank: '', example: '第一机床厂' },
    isOpen: { words: ['启用', 'In use'], is: z.boolean(), blank: true, example: true, kept: 'flag' },
    topics: { words: ['方向', 'Topics'], is: z.array(z.string()), blank: [], example: ['电工'], kept: 'json' },
    placeId: { words: ['地点', 'Place'], is: z.int().nullable(), blank: null, example: null },
    seats: { words: ['座位', 'Seats'], is: z.int(), blank: 6, example: 6 },
    share: { words: ['比例', 'Share'], is: z.number(), blank: 0.5, example: 1 },
    kind: { words: ['类型', 'Kind'], is: z.enum(['a', 'b']), blank: 'a', example: 'b' },
    members: { words: ['成员', 'Members'], is: z.array(z.int()), blank: [], example: [], kept: 'apart' },
  },
  shown: {},
});

it('27.4: a field without a column in the schema gets one by its declaration', () => {
  const table = defineResourceTable(partner, { name: caselessText() }, { unique: 'school_id, name' });
  expect(buildSchemaSql({ tables: { partner: table }, statements: [] }, 'sqlite')).toBe(`CREATE TABLE "partner" (
  "id" INTEGER PRIMARY KEY,
  "school_id" INTEGER NOT NULL REFERENCES "school" (id),
  "name" TEXT COLLATE NOCASE NOT NULL,
  "is_open" INTEGER NOT NULL DEFAULT 1 CHECK ("is_open" IN (0, 1)),
  "topics" TEXT NOT NULL DEFAULT '[]',
  "place_id" INTEGER,
  "seats" INTEGER NOT NULL DEFAULT 6,
  "share" REAL NOT NULL DEFAULT 0.5,
  "kind" TEXT NOT NULL DEFAULT 'a',
  "version" INTEGER NOT NULL DEFAULT 1,
  "updated_ms" INTEGER NOT NULL,
  "created_ms" INTEGER NOT NULL,
  UNIQUE (school_id, name)
) STRICT;`);
});
