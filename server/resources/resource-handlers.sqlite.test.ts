import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestServer, type TestServer } from '../../tests/contract/server-fixture.ts';
import { defineResource, pickResourceDraft } from '../../sync/contract/resource.ts';
import { noAudit } from '../http/audit.ts';
import { refuse } from '../http/handler.ts';
import { type CallerContext, changeResource } from './change.ts';
import { addNoValues, createResourceHandlers } from './resource-handlers.ts';
import { createResourceStore } from './resource-store.ts';

const shelf = defineResource({
  name: 'bookShelf',
  words: ['书架', 'Book shelf'],
  of: 'school',
  title: 'name',
  signed: true,
  fields: {
    name: { words: ['名称', 'Name'], is: z.string().min(1), blank: '', example: '甲', search: true, sort: true, unique: true },
    topics: { words: ['主题', 'Topics'], is: z.array(z.string()), blank: [], example: ['电工'], storedAs: 'json' },
    isOpen: { words: ['开放', 'Open'], is: z.boolean(), blank: true, example: false, storedAs: 'flag', filter: true },
    status: { words: ['状态', 'Status'], is: z.literal([0, 1]), blank: 0, example: 0, by: 'call' },
  },
  shown: {},
});
const table = `CREATE TABLE book_shelf (id INTEGER PRIMARY KEY, school_id INTEGER NOT NULL, name TEXT NOT NULL, topics TEXT NOT NULL,
  is_open INTEGER NOT NULL, status INTEGER NOT NULL, version INTEGER NOT NULL DEFAULT 1, updated_by INTEGER NOT NULL,
  updated_ms INTEGER NOT NULL, created_ms INTEGER NOT NULL, UNIQUE (school_id, name)) STRICT`;

describe('a resource without shown values', () => {
  let server: TestServer;
  let context: CallerContext;
  const page = { page: 1, pageSize: 20 };
  const draft = { name: '甲', topics: ['电工', '焊工'], isOpen: false };
  const createShelf = () => {
    const store = createResourceStore(server.deps.db, shelf, null);
    return { store, ...createResourceHandlers(server.deps, store, { shown: addNoValues }) };
  };
  beforeEach(async () => {
    server = await startTestServer();
    server.raw.exec(table);
    const caller = { userId: server.idOf('type2'), userType: 2, roles: ['school'], schoolId: server.schoolIds[0], sessionId: 1 } as const;
    context = { ip: '', language: 'zh-CN', signal: server.deps.stopping, audit: noAudit, caller };
  });

  it('is stored in a column per field, with the blank status and the user who wrote it', async () => {
    const { add, getById } = createShelf();
    const { id } = await add(draft, context);
    const row = server.raw.prepare('SELECT name, topics, is_open, status, updated_by FROM book_shelf').get();
    expect(row).toEqual({ name: '甲', topics: '["电工","焊工"]', is_open: 0, status: 0, updated_by: context.caller.userId });
    const read = await getById({ id }, context);
    expect([pickResourceDraft(shelf, read), read.status, read.version]).toEqual([draft, 0, 1]);
  });

  it('is filtered by a flag', async () => {
    const { add, getList } = createShelf();
    await add(draft, context);
    await add({ ...draft, name: '乙', isOpen: true }, context);
    const names = async (isOpen: boolean) => (await getList({ ...page, filter: { isOpen } }, context)).items.map((row) => row.name);
    expect([await names(true), await names(false)]).toEqual([['乙'], ['甲']]);
  });

  it('keeps its status when its form is saved, and its fields when its status changes', async () => {
    const { store, add, modify, getById } = createShelf();
    const added = await add(draft, context);
    const opened = await changeResource(server.deps, store, context, added, () => ({ status: 1 as const }));
    const saved = await modify({ ...draft, name: '丙', ...opened }, context);
    expect(await getById({ id: saved.id }, context)).toMatchObject({ ...draft, name: '丙', status: 1, version: 3 });
  });

  it('rolls back what a change wrote before its refusal', async () => {
    const { store, add } = createShelf();
    const added = await add(draft, context);
    const refused = changeResource(server.deps, store, context, added, async ({ tx }) => {
      await tx.updateTable('user').set({ note: '半途' }).where('id', '=', context.caller.userId).execute();
      return refuse('refused', { 'zh-CN': '不行', en: 'no' });
    });
    await expect(refused).rejects.toMatchObject({ error: 'refused' });
    expect(server.raw.prepare("SELECT count(*) FROM user WHERE note = '半途'").pluck().get()).toBe(0);
  });
});
