import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { PaperCategoryTree } from '../../../../sync/contract/codes.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useAction } from '../../../platform/api/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { CategoryInput } from '../../../ui/tree/category-input.tsx';
import { Dialog } from '../../../ui/primitives/dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
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
  const invalidate = useInvalidate();
  const [category, setCategory] = useState(papers.length === 1 ? (papers[0]?.category ?? '') : '');
  const known = useCategoryPaths(shelf);
  const file = useAction({
    mutationFn: () => makeCall('/paper/file', { items: papers.map(({ id, version }) => ({ id, version })), category }, { quiet: true }),
    onSuccess: ({ filed }) => {
      toast.success(t('filed', { count: filed, category: category.trim() === '' ? ui('noCategory') : category.trim() }));
      onDone();
    },
    onSettled: () => invalidate('/paper'),
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('fileTitle', { count: papers.length })}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form="paper-filing" variant="primary" busy={file.isPending}>
            {t('fileRun')}
          </Button>
        </>
      }
    >
      <form
        data-saves
        id="paper-filing"
        onSubmit={(event) => {
          event.preventDefault();
          file.mutate();
        }}
      >
        <Field label={t('category')} hint={t('categoryHint')} error={file.error?.message}>
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
      </form>
    </Dialog>
  );
}
