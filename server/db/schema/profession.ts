import { professionResource } from '../../../sync/contract/people/profession.ts';
import type { ProfessionLevel, DetailTableStatusCode, Importance } from '../../../sync/contract/codes.ts';
import { defineResourceTable } from './resource-table.ts';
import { text, withSearchText, rowId, integer, defineTable } from './table.ts';

/** Columns that keywords search in the list of professions. */
const searchedColumns = ['name', 'code'];

export const professionTables = {
  profession: defineResourceTable(
    professionResource,
    {
      code: text()
        .unique()
        .check({ sqlite: "code GLOB '[0-9]-[0-9][0-9]-[0-9][0-9]-[0-9][0-9]'", postgres: "code ~ '^[0-9]-[0-9]{2}-[0-9]{2}-[0-9]{2}$'" }),
      name: text(),
      /** JSON list of the levels for which the profession has an exam. */
      levels: text(),
    },
    {
      indexes: {
        profession_code: withSearchText('code, id, levels, enabled', searchedColumns),
        profession_name: withSearchText('name, id, levels, enabled', searchedColumns),
        profession_updated: withSearchText('updated_ms, id, levels, enabled', searchedColumns),
      },
    },
  ),
  profession_trade: defineTable(
    {
      id: rowId(),
      profession_id: integer().references('profession', 'CASCADE'),
      position: integer(),
      name: text(),
    },
    {
      indexes: {
        profession_trade_name: { on: 'profession_id, name', unique: true },
      },
    },
  ),
  /** A profession that a school offers. */
  school_profession: defineTable(
    {
      school_id: integer().references('school'),
      profession_id: integer().references('profession'),
      /** JSON list of the work areas of the school in which the profession can be chosen. */
      areas: text(),
      since_ms: integer().immutable(),
    },
    {
      primaryKey: 'school_id, profession_id',
      withoutRowid: true,
      indexes: {
        school_profession_profession: 'profession_id',
      },
    },
  ),
  detail_table: defineTable(
    {
      id: rowId(),
      profession_id: integer().references('profession'),
      /** Trade (a branch of the profession) for which this detail table of assessment points holds; NULL if it is for the whole profession. */
      trade_id: integer().nullable().references('profession_trade'),
      level: integer<ProfessionLevel>().check('level BETWEEN 1 AND 5'),
      edition: integer(),
      status: integer<DetailTableStatusCode>().default(0).check('status IN (0, 1, 2)'),
      point_count: integer().default(0),
      /** Sum of the weights of the top-level lines of the detail table, in hundredths of a percent. */
      weight_total: integer().default(0),
      version: integer().default(1),
      updated_by: integer(),
      updated_ms: integer(),
      created_ms: integer().immutable(),
      /** Name and code of the profession, for the keyword search. Maintained by triggers. */
      profession_text: text().default(''),
    },
    {
      indexes: {
        detail_table_edition: {
          on: {
            sqlite: 'profession_id, ifnull(trade_id, 0), level, edition',
            postgres: 'profession_id, coalesce(trade_id, 0), level, edition',
          },
          unique: true,
        },
        detail_table_one_draft: {
          on: { sqlite: 'profession_id, ifnull(trade_id, 0), level', postgres: 'profession_id, coalesce(trade_id, 0), level' },
          unique: true,
          where: 'status = 0',
        },
        detail_table_profession: 'profession_id, updated_ms',
        detail_table_list: 'id, level, status, profession_id, profession_text',
        detail_table_updated: 'updated_ms, id, level, status, profession_id, profession_text',
      },
    },
  ),
  detail_line: defineTable(
    {
      id: rowId(),
      table_id: integer().references('detail_table', 'CASCADE'),
      position: integer(),
      depth: integer<1 | 2 | 3 | 4>().check('depth BETWEEN 1 AND 4'),
      code: text(),
      name: text(),
      /** Weight of the line: its share of the whole detail table, in hundredths of a percent; null if none was given. */
      weight: integer().nullable(),
      ratio_x: integer().nullable(),
      ratio_y: integer().nullable(),
      ratio_z: integer().nullable(),
      importance: text<Importance>().nullable().check("importance IN ('X', 'Y', 'Z')"),
      /** Codes of the line and of all lines above it, from the top down, such as A-B-C-001. */
      full_code: text(),
      /** The line of the first edition from which this line descends, so that a question keeps its assessment point through all editions. */
      root_id: integer(),
    },
    {
      indexes: {
        detail_line_table: 'table_id, position',
        detail_line_root: 'root_id',
      },
    },
  ),
  /** An event in the history of a detail table (table of assessment points), such as its publication. */
  detail_event: defineTable(
    {
      id: rowId(),
      table_id: integer().references('detail_table', 'CASCADE'),
      event: text<'add' | 'copy' | 'save' | 'publish' | 'withdraw' | 'use'>(),
      user_id: integer(),
      at_ms: integer(),
      /** Numbers of changed lines, as JSON of { added, removed, changed }; only for the event `save`. */
      figures: text().nullable(),
    },
    {
      indexes: {
        detail_event_table: 'table_id',
      },
    },
  ),
};

/** Maintains `detail_table.profession_text`. CREATE STATISTICS gives PostgreSQL's planner data on the expression that the list's query uses. */
export const professionStatements = {
  sqlite: `
    CREATE TRIGGER detail_table_named AFTER INSERT ON detail_table BEGIN
      UPDATE detail_table SET profession_text = (SELECT name || char(10) || code FROM profession WHERE profession.id = new.profession_id) WHERE id = new.id;
    END;
    CREATE TRIGGER profession_renamed AFTER UPDATE OF name, code ON profession BEGIN
      UPDATE detail_table SET profession_text = new.name || char(10) || new.code WHERE profession_id = new.id;
    END;
  `,
  postgres: `
    CREATE FUNCTION detail_table_named() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.profession_text = (SELECT name || chr(10) || code FROM profession WHERE profession.id = NEW.profession_id);
      RETURN NEW;
    END $$;
    CREATE TRIGGER detail_table_named BEFORE INSERT ON detail_table FOR EACH ROW EXECUTE FUNCTION detail_table_named();
    CREATE FUNCTION profession_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE detail_table SET profession_text = NEW.name || chr(10) || NEW.code WHERE profession_id = NEW.id;
      RETURN NULL;
    END $$;
    CREATE TRIGGER profession_renamed AFTER UPDATE OF name, code ON profession FOR EACH ROW EXECUTE FUNCTION profession_renamed();
    CREATE STATISTICS profession_searched ON (name || chr(10) || code) FROM profession;
  `,
};
