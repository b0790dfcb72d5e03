import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { PaperCategoryTree } from '../../../../sync/contract/codes.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { CategoryInput } from '../../../ui/tree/category-input.tsx';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { type PaperSummary, useCategoryPaths } from '../paper-queries.ts';

interface PaperFilingProps {
  papers: readonly PaperSummary[];
  shelf: PaperCategoryTree;
  onClose: () => void;
  onDone: () => void;
}

/** Moves papers to a category. Papers in use can be moved too, because the exam does not depend on it. */
export function PaperCategoryDialog({ papers, shelf, onClose, onDone }: PaperFilingProps) {
  const { t } = useTranslation('paper');
  const { t: ui } = useTranslation('ui');
  const [category, setCategory] = useState(papers.length === 1 ? (papers[0]?.category ?? '') : '');
  const known = useCategoryPaths(shelf);
  return (
    <ActionDialog
      title={t('fileTitle', { count: papers.length })}
      confirm={t('fileRun')}
      run={(quiet) => makeCall('/paper/file', { items: papers.map(({ id, version }) => ({ id, version })), category }, quiet)}
      invalidates={['/paper']}
      doneText={({ filed }) => t('filed', { count: filed, category: category.trim() === '' ? ui('noCategory') : category.trim() })}
      onDone={onDone}
      onClose={onClose}
    >
      <Field label={t('category')} hint={t('categoryHint')}>
        {(control) => (
          <CategoryInput
            {...control}
            autoFocus
            known={known}
            placeholder={ui('noCategory')}
            value={category}
            onChange={(event) => setCategory(event.target.value)}
          />
        )}
      </Field>
    </ActionDialog>
  );
}
