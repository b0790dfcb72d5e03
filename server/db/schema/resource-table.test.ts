import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineResource } from '../../../sync/contract/resource.ts';
import { defineResourceTable, deriveTables } from './resource-table.ts';
import { buildSchemaSql } from './schema-sql.ts';
import { integer, type Tables, text } from './table.ts';

const partner = defineResource({
  name: 'partner',
  words: ['合作单位', 'Partner'],
  of: 'school',
  title: 'name',
  fields: {
    name: { words: ['单位名称', 'Name'], is: z.string(), blank: '', example: '第一机床厂', sort: true, unique: true },
    isOpen: { words: ['启用', 'In use'], is: z.boolean(), blank: true, example: true, storedAs: 'flag' },
    topics: { words: ['方向', 'Topics'], is: z.array(z.string()), blank: [], example: ['电工'], storedAs: 'json' },
    placeId: { words: ['地点', 'Place'], is: z.int().nullable(), blank: null, example: null },
    seats: { words: ['座位', 'Seats'], is: z.int(), blank: 6, example: 6, sort: true },
    share: { words: ['比例', 'Share'], is: z.number(), blank: 0.5, example: 1 },
    kind: { words: ['类型', 'Kind'], is: z.enum(['a', 'b']), blank: 'a', example: 'b' },
    members: { words: ['成员', 'Members'], is: z.array(z.int()), blank: [], example: [], storedAs: 'ownTables' },
  },
  shown: {},
});

const partnerSql = `CREATE TABLE "partner" (
  "id" INTEGER PRIMARY KEY,
  "school_id" INTEGER NOT NULL REFERENCES "school" (id),
  "name" TEXT COLLATE NOCASE NOT NULL DEFAULT '',
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
) STRICT;
CREATE INDEX "partner_updated" ON "partner" (school_id, updated_ms, name);
CREATE INDEX "partner_seats" ON "partner" (school_id, seats, name);`;
const toSql = (tables: Tables): string => buildSchemaSql({ tables, statements: [] }, 'sqlite');

it('deriveTables derives columns, the unique name and the indexes from a resource’s declaration', () => {
  expect(toSql(deriveTables({ partner }, {}))).toBe(partnerSql);
});

it('defineResourceTable replaces derived columns, keys and indexes by the given ones', () => {
  const table = defineResourceTable(
    partner,
    { name: text(), place_id: integer().nullable().references('place') },
    { unique: 'name', indexes: { partner_updated: 'updated_ms' } },
  );
  expect(
    toSql({ partner: table })
      .split('\n')
      .filter((line) => !partnerSql.includes(line)),
  ).toEqual([
    '  "name" TEXT NOT NULL,',
    '  "place_id" INTEGER REFERENCES "place" (id),',
    '  UNIQUE (name)',
    'CREATE INDEX "partner_updated" ON "partner" (updated_ms);',
  ]);
});

it('deriveTables derives no table for a resource that has one in the schema', () => {
  expect(deriveTables({ partner }, { partner: defineResourceTable(partner, {}) })).toEqual({});
});
