import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Navigate } from 'react-router-dom';
import { articleResource, type ArticlePhase } from '../../../../sync/contract/learning/article.ts';
import { useInvalidate, type ListRow, useListQuery } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { CategoryOwnerFilter } from '../../../platform/choices/category-owner.tsx';
import { useResourceColumns, ResourceListPage } from '../../../platform/forms/resource-list-page.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { Chip, type ChipLook } from '../../../ui/primitives/chip.tsx';
import { StatusFilter } from '../../../ui/list/filter-select.tsx';
import { createOneOfFilter, textFilter, useListState } from '../../../ui/list/list-state.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { articleResourceCalls } from '../article-resource-calls.ts';
import { SavedArticlePreview } from '../parts/article-preview.tsx';
import { ReadersDialog } from '../parts/readers-dialog.tsx';

type Row = ListRow<'/info/getList'>;

const filters = { keyword: textFilter, category: textFilter, status: createOneOfFilter([0, 1, 2]) };

const looks: Readonly<Record<ArticlePhase, ChipLook>> = {
  draft: { tone: 'neutral', mark: 'ring' },
  waiting: { tone: 'kept', mark: 'ring' },
  shown: { tone: 'delivered', mark: 'dot' },
  over: { tone: 'neutral', mark: 'square' },
  withdrawn: { tone: 'neutral', mark: 'square' },
};

const editPath = (id?: number) => `/teacher/info/assets/create${id === undefined ? '' : `/${id}`}`;

export function ArticleListPage() {
  const { t } = useTranslation(['learning', 'words']);
  const mayChange = useCanChangeData();
  const invalidate = useInvalidate();
  const list = useListState({ filters, sort: '-updatedMs' });
  const articles = useListQuery('/info/getList', list.input);
  const column = useResourceColumns(articleResource)<Row>();
  const [readersArticle, setReadersArticle] = useState<Row | null>(null);
  const [previewedId, setPreviewedId] = useState<number | null>(null);
  const setStatus = useAction({
    mutationFn: ({ id, version, event }: { id: number; version: number; event: 'publish' | 'withdraw' }) =>
      makeCall('/info/setStatus', { id, version, event }),
    onSuccess: (_done, { event }) => toast.success(t(event === 'publish' ? 'published' : 'withdrawn')),
    onSettled: () => invalidate('/info'),
  });
  return (
    <>
      <ResourceListPage
        calls={articleResourceCalls}
        list={list}
        query={articles}
        columns={[
          column('title', {
            fixed: true,
            opens: true,
            wide: true,
            value: (row) => row.title,
            cell: (row) => (
              <>
                {row.pinned && <Chip tone="primary">{t('pinned')}</Chip>} {row.title}
              </>
            ),
          }),
          column('category', { width: 'w-36' }),
          column('phase', {
            width: 'w-28',
            value: (row) => t(`phases.${row.phase}`),
            cell: (row) => <Chip {...looks[row.phase]}>{t(`phases.${row.phase}`)}</Chip>,
          }),
          column('readCount', { width: 'w-20', align: 'right' }),
          column('makerName', { width: 'w-24' }),
          column('professionName', { width: 'w-32', extra: true }),
          column('updatedMs', { width: 'w-40' }),
        ]}
        nameOf={(row) => row.title}
        open={(row) => (row.mine && mayChange ? editPath(row.id) : `/info/item/${row.id}`)}
        inlineActions={1}
        actions={(row) => [
          ...(row.mine && mayChange
            ? [
                row.status === 1
                  ? { label: t('withdraw'), onSelect: () => setStatus.mutate({ id: row.id, version: row.version, event: 'withdraw' }) }
                  : {
                      label: t('publish'),
                      next: true,
                      disabled: setStatus.isPending,
                      onSelect: () => setStatus.mutate({ id: row.id, version: row.version, event: 'publish' }),
                    },
              ]
            : []),
          { label: t('words:paperPreview'), onSelect: () => setPreviewedId(row.id) },
          { label: t('readers'), onSelect: () => setReadersArticle(row) },
        ]}
        filters={
          <>
            <CategoryOwnerFilter shelf="article" />
            <StatusFilter choices={[0, 1, 2].map((value) => ({ value, label: t(`statuses.${value as 0 | 1 | 2}`) }))} />
          </>
        }
        form={(saved) => <Navigate to={editPath(saved?.id)} />}
        emptyText={t('articleEmptyText')}
      />
      {previewedId !== null && <SavedArticlePreview id={previewedId} onClose={() => setPreviewedId(null)} />}
      {readersArticle !== null && (
        <ReadersDialog id={readersArticle.id} title={readersArticle.title} onClose={() => setReadersArticle(null)} />
      )}
    </>
  );
}
