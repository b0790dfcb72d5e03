import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import { practicePaper } from '../../../../sync/contract/learning/practice-own.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { isCategoryBelow, listPaperCategories, listOwnPapers, computeRecordVersion } from '../own-paper.ts';
import { PracticeLoader } from '../parts/practice-loader.tsx';
import type { PracticeState } from '../use-practice.ts';

const area = '/student/exercises/paper';

/** Lists the categories of the learner's own practice papers. A category exists as long as it has papers. /student/exercises/paper/category */
export const OwnCategoryPage = () => <PracticeLoader>{(practice) => <OwnCategories practice={practice} />}</PracticeLoader>;

function OwnCategories({ practice }: { practice: PracticeState }) {
  const { t } = useTranslation(['exercise', 'words']);
  const [renaming, setRenaming] = useState<string>();
  const papers = listOwnPapers(practice.own);
  const create = (
    <LinkButton variant="primary" to={`${area}/create`}>
      {t('newPaper')}
    </LinkButton>
  );
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={t('categories')} description={t('categoriesLead')} actions={create} />
      {listPaperCategories(papers).length === 0 && <EmptyState title={t('words:categoriesEmpty')}>{t('categoryHint')}</EmptyState>}
      {listPaperCategories(papers).length > 0 && (
        <Panel>
          <ul>
            {listPaperCategories(papers).map((path) => (
              <li key={path} className="flex items-center gap-3 border-b px-4 py-2 last:border-b-0">
                <Link
                  className="min-w-0 grow truncate font-medium underline-offset-4 hover:underline"
                  to={`${area}/paper-form?${new URLSearchParams({ category: path })}`}
                >
                  {path}
                </Link>
                <span className="num text-[13px] text-muted-foreground">
                  {t('papersIn', { count: papers.filter((paper) => paper.category === path).length })}
                </span>
                <Button size="sm" aria-label={t('renameCategory', { name: path })} onClick={() => setRenaming(path)}>
                  {t('rename')}
                </Button>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {renaming !== undefined && (
        <RenameDialog
          from={renaming}
          onClose={() => setRenaming(undefined)}
          rename={(to) =>
            practice.storeOwn({
              papers: papers
                .filter((paper) => isCategoryBelow(paper.category, renaming))
                .map((paper) => ({
                  ...paper,
                  category: (to + paper.category.slice(renaming.length)).replace(/^\//, ''),
                  changedMs: computeRecordVersion(paper),
                })),
            })
          }
        />
      )}
    </div>
  );
}

/** Renames or moves a category with its papers. An empty target removes the category. */
function RenameDialog({ from, rename, onClose }: { from: string; rename: (to: string) => Promise<void>; onClose: () => void }) {
  const { t } = useTranslation(['exercise', 'words']);
  const [name, setName] = useState(from);
  const to = practicePaper.shape.category.safeParse(name);
  return (
    <ActionDialog
      title={t('renameCategory', { name: from })}
      confirm={t('words:save')}
      disabled={!to.success}
      run={async () => {
        if (to.success) await rename(to.data);
      }}
      onClose={onClose}
    >
      <Field label={t('words:category')} hint={t('renameHint')} error={to.success ? undefined : t('badCategory')}>
        {(field) => <Input {...field} value={name} onChange={(event) => setName(event.target.value)} />}
      </Field>
    </ActionDialog>
  );
}
