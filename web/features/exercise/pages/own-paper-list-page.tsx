import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { PracticePaper } from '../../../../sync/contract/learning/practice-own.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { DataList, ListPage, createLocalListQuery } from '../../../ui/list/data-list.tsx';
import { FilterSelect } from '../../../ui/list/filter-select.tsx';
import { textFilter, useListState } from '../../../ui/list/list-state.ts';
import { type Column, dateColumn, nameColumn, numberColumn } from '../../../ui/list/columns.tsx';
import { listPaperCategories, listOwnPapers, computeRecordVersion } from '../own-paper.ts';
import { ScheduleSittingDialog } from '../parts/schedule-sitting-dialog.tsx';
import { PracticeLoader } from '../parts/practice-loader.tsx';
import type { PracticeState } from '../use-practice.ts';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';

const filters = { keyword: textFilter, category: textFilter };
const area = '/student/exercises/paper';

/** Lists the learner's own practice papers. /student/exercises/paper/paper-form */
export const OwnPaperListPage = () => <PracticeLoader>{(practice) => <OwnPapers practice={practice} />}</PracticeLoader>;

function OwnPapers({ practice }: { practice: PracticeState }) {
  const { t } = useTranslation(['exercise', 'words']);
  const list = useListState({ filters, sort: '-changed' });
  const [removing, setRemoving] = useState<PracticePaper>();
  const [sitting, setSitting] = useState<PracticePaper>();
  const papers = listOwnPapers(practice.own);
  const { keyword = '', category = '' } = list.filters;
  const rows = papers.filter((paper) => paper.name.includes(keyword) && (category === '' || paper.category === category));
  const sittings = practice.own.sittings.filter((each) => !each.removed);
  const columns: readonly Column<PracticePaper>[] = [
    nameColumn(t('paperName'), (row) => row.name, { opens: true }),
    { key: 'category', header: t('words:category'), sort: 'category', width: 'w-36', value: (row) => row.category },
    { key: 'from', header: t('drawnFrom'), wide: true, width: 'w-32', value: (row) => t(`from.${row.draw.from}`) },
    numberColumn('count', t('words:questionCount'), (row) => row.questionIds.length, { sort: 'count', width: 'w-20' }),
    numberColumn('sat', t('timesSat'), (row) => sittings.filter(({ paperId }) => paperId === row.id).length, { width: 'w-20' }),
    dateColumn('changed', t('changedAt'), (row) => row.changedMs, { sort: 'changed', wide: true }),
  ];
  const create = (
    <LinkButton variant="primary" to={`${area}/create`}>
      <Plus />
      {t('newPaper')}
    </LinkButton>
  );
  return (
    <ListPage
      actions={
        <>
          <LinkButton to={`${area}/category`}>{t('categories')}</LinkButton>
          <LinkButton to={`${area}/exam-plan`}>{t('ownSittings')}</LinkButton>
          {create}
        </>
      }
    >
      <DataList
        name="ownPapers"

        list={list}
        query={createLocalListQuery(rows, columns, list)}
        columns={columns}
        keyOf={(row) => row.id}
        nameOf={(row) => row.name}
        open={(row) => `${area}/paper-form/${row.id}`}
        actions={(row) => [
          { label: t('sit'), onSelect: () => setSitting(row) },
          { label: t('words:taskEdit'), to: `${area}/create/${row.id}` },
          { label: t('words:remove'), destroys: true, onSelect: () => setRemoving(row) },
        ]}
        search={t('paperName')}
        filters={
          <FilterSelect
            name="category"
            all={t('words:allCategories')}
            label={t('words:category')}
            choices={listPaperCategories(papers).map((path) => ({ value: path, label: path }))}
          />
        }
        empty={{ title: t('noPapers'), text: t('noPapersText'), action: create }}
      />
      {sitting && (
        <ScheduleSittingDialog
          papers={papers}
          paperId={sitting.id}
          storeSitting={(made) => practice.storeOwn({ sittings: [made] })}
          onClose={() => setSitting(undefined)}
        />
      )}
      {removing && (
        <ConfirmDialog
          title={t('removePaper', { name: removing.name })}
          confirm={t('words:remove')}
          tone="seal"
          run={() => practice.storeOwn({ papers: [{ ...removing, removed: true, changedMs: computeRecordVersion(removing) }] })}
          onClose={() => setRemoving(undefined)}
        >
          {t('removePaperText')}
        </ConfirmDialog>
      )}
    </ListPage>
  );
}
