import { articleResource, type ArticlePhase, type Audience } from '../../../../sync/contract/learning/article.ts';
import { publishingStatus } from '../../../../sync/contract/learning/publishing.ts';
import type { ResourceDraft } from '../../../../sync/contract/resource.ts';
import { getNextPublishingStatus } from '../../../../sync/domain/learning/publishing-machine.ts';
import { type Caller, type Handlers, refuse, refuseField, say } from '../../../http/handler.ts';
import { changeResource, type ChangeDeps, type ResourceChangeState } from '../../../resources/change.ts';
import { createResourceHandlers } from '../../../resources/resource-handlers.ts';
import { type StoredResource, createResourceStore } from '../../../resources/resource-store.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { createClassReads } from '../../people/class/class-reads.ts';
import { createProfessionReads } from '../../people/profession/profession-reads.ts';
import { createUserReads } from '../../people/user/user-reads.ts';
import { articleClassStore, createInfoStore, type ArticleReader } from './info-store.ts';
import { isMakerOrAdmin } from '../../../http/access.ts';

type Article = typeof articleResource;
const newestKept = 50;
const typesOf: Readonly<Record<Audience, readonly number[]>> = { staff: [2, 3, 4, 5, 6], student: [7], examUser: [8] };

function getArticlePhase(
  { status, fromMs, toMs }: Pick<StoredResource<Article>, 'status' | 'fromMs' | 'toMs'>,
  nowMs: number,
): ArticlePhase {
  if (status === publishingStatus.draft) return 'draft';
  if (status === publishingStatus.withdrawn) return 'withdrawn';
  if (fromMs !== null && nowMs < fromMs) return 'waiting';
  return toMs !== null && nowMs >= toMs ? 'over' : 'shown';
}

const messages = {
  notFound: () => say('没有这篇资讯，或者现在不展示', 'This article does not exist, or is not shown at the moment'),
  notYours: () => say('只有作者和学校管理员可以修改', 'Only the author and school administrators can change it'),
  empty: () => say('还没有正文，写好再发布', 'The article has no text yet. Write it before publishing'),
  window: () => say('结束展示要晚于开始展示', '“Shown until” must be later than “Shown from”'),
  classes: () => say('请至少选一个班级', 'Choose at least one class'),
  classUnknown: () => say('请选择本校的班级', 'Choose classes of your school'),
  professionUnknown: () => say('请选择本校开设的职业', 'Choose a profession that your school offers'),
  published: () => say('正在展示，请先撤下再删除', 'The article is published. Withdraw it before deleting it'),
  step: () => say('现在不能这样做，请刷新后再试', 'This is not possible at the moment. Reload the page and try again'),
};

async function checkDraft(draft: ResourceDraft<Article>, { tx, before, caller }: ResourceChangeState<Article>): Promise<void> {
  if (before !== undefined && !isMakerOrAdmin(before.makerId, caller)) refuse('refused', messages.notYours());
  if (draft.fromMs !== null && draft.toMs !== null && draft.toMs <= draft.fromMs) refuseField('invalid', 'toMs', messages.window());
  if (draft.onlyClasses && draft.classIds.length === 0) refuseField('invalid', 'classIds', messages.classes());
  const schoolClassIds = new Set(await createClassReads(tx).idsOf(caller.schoolId));
  if (draft.classIds.some((id) => !schoolClassIds.has(id))) refuseField('notFound', 'classIds', messages.classUnknown());
  const { professionId } = draft;
  if (
    professionId !== null &&
    professionId !== before?.professionId &&
    !(await createProfessionReads(tx).isTaught(caller.schoolId, professionId))
  )
    refuseField('notFound', 'professionId', messages.professionUnknown());
}

/** Creates the handlers of articles: written by staff, shown to their audience during their publication period. */
export function createInfoHandlers(deps: ChangeDeps): Handlers<'info'> {
  const { db, clock } = deps;
  const articles = createResourceStore(db, articleResource, articleClassStore);
  const store = createInfoStore(db);
  const readerOf = ({ schoolId, userId, userType }: Caller): ArticleReader => ({
    schoolId,
    userId,
    audience: userType === 7 ? 'student' : userType === 8 ? 'examUser' : 'staff',
    nowMs: clock.nowMs(),
  });
  const requireTheirs = (before: StoredResource<Article> | undefined, caller: Caller): void => {
    if (before !== undefined && !isMakerOrAdmin(before.makerId, caller)) refuse('refused', messages.notYours());
  };

  return {
    ...createResourceHandlers(deps, articles, {
      checkDraft,
      async checkRemoval(before, { caller }) {
        requireTheirs(before, caller);
        if (getNextPublishingStatus(before.status, 'remove') === undefined) refuse('refused', messages.published());
      },
      async shown(rows, caller) {
        const names = await createUserReads(db).names(rows.map((row) => row.makerId));
        const counts = await store.readCounts(rows.map((row) => row.id));
        const professions = new Map<number, string>();
        for (const professionId of new Set(rows.flatMap((row) => row.professionId ?? [])))
          professions.set(professionId, (await createProfessionReads(db).labelOf(professionId)).name);
        return (row) => ({
          phase: getArticlePhase(row, clock.nowMs()),
          makerName: names.get(row.makerId) ?? '',
          professionName: professions.get(row.professionId ?? 0) ?? '',
          readCount: counts.get(row.id) ?? 0,
          mine: isMakerOrAdmin(row.makerId, caller),
        });
      },
    }),

    add: (draft, context) =>
      changeResource(deps, articles, context, null, async (now) => {
        await checkDraft(draft, now);
        return { ...draft, makerId: now.caller.userId };
      }),

    setStatus: ({ id, version, event }, context) =>
      changeResource(deps, articles, context, { id, version }, ({ before, caller }) => {
        requireTheirs(before, caller);
        const status = before && getNextPublishingStatus(before.status, event);
        if (status === undefined) refuse('refused', messages.step());
        if (event === 'publish' && before?.body.replaceAll(/<[^>]*>|\s|&nbsp;/g, '') === '' && !before.body.includes('<img'))
          refuse('refused', messages.empty());
        return { status };
      }),

    async getReaders({ id }, { caller }) {
      const article = await articles.byId(caller.schoolId, id);
      if (article === undefined) refuse('notFound', messages.notFound());
      const readers = await store.readers(id);
      const has = new Set(readers.map((row) => row.id));
      const staff = article.audiences.includes('staff') ? await store.people(caller.schoolId, typesOf.staff, null) : [];
      const examinees = article.audiences.filter((audience) => audience !== 'staff').flatMap((audience) => typesOf[audience]);
      const others =
        examinees.length === 0 ? [] : await store.people(caller.schoolId, examinees, article.onlyClasses ? article.classIds : null);
      return {
        read: readers.map((row) => ({ id: row.id, name: row.name, className: row.class_name ?? '', atMs: row.at_ms })),
        unread: [...others, ...staff]
          .filter((row) => !has.has(row.id))
          .map((row) => ({ id: row.id, name: row.name, className: row.class_name ?? '' })),
      };
    },

    async myList(_input, { caller }) {
      const rows = await store.newest(readerOf(caller), newestKept);
      return {
        items: rows.map((row) => ({
          id: row.id,
          version: row.version,
          title: row.title,
          category: row.category,
          cover: row.cover,
          summary: row.summary,
          pinned: row.pinned === 1,
          publishedMs: row.from_ms ?? row.updated_ms,
          read: row.read_ms !== null,
        })),
      };
    },

    async read({ id }, { caller }) {
      const [visibleId] = await store.shownIds(readerOf(caller), [id]);
      const article = visibleId === undefined ? undefined : await articles.byId(caller.schoolId, id);
      if (article === undefined) refuse('notFound', messages.notFound());
      const readers = await store.readers(id);
      return {
        ...article,
        publishedMs: article.fromMs ?? article.updatedMs,
        read: readers.some((row) => row.id === caller.userId),
        makerName: await createUserReads(db).nameOf(article.makerId),
        professionName: (await createProfessionReads(db).labelOf(article.professionId)).name,
      };
    },

    async setRead({ ids }, context) {
      const { caller, audit } = context;
      const visibleIds = await store.shownIds(readerOf(caller), ids);
      if (visibleIds.length === 0) refuse('notFound', messages.notFound());
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        await createInfoStore(tx).setRead(caller.userId, visibleIds, clock.nowMs());
        await audit.noteIn(tx, {
          entity: 'article',
          id: visibleIds.length === 1 ? (visibleIds[0] ?? null) : null,
          after: { read: visibleIds },
        });
        return { read: visibleIds.length };
      });
    },
  };
}
