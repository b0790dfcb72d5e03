import { useTranslation } from '../../../lib/i18n.ts';
import { paperStatus } from '../../../../sync/contract/codes.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useAction } from '../../../platform/api/use-action.ts';
import { AlertDialog } from '../../../ui/primitives/alert-dialog.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { type PaperSummary } from '../paper-queries.ts';

const namedAtMost = 8;

interface PaperRemovalProps {
  papers: readonly PaperSummary[];
  onClose: () => void;
  onDone: () => void;
}

/** Confirms the removal of papers, and names them with their dependants. Papers in use stay. */
export function PaperRemoval({ papers, onClose, onDone }: PaperRemovalProps) {
  const { t } = useTranslation('paper');
  const invalidate = useInvalidate();
  const going = papers.filter((paper) => paper.status !== paperStatus.organised);
  const staying = papers.length - going.length;
  const [only] = going;
  const remove = useAction({
    mutationFn: () => makeCall('/paper/remove', { items: going.map(({ id, version }) => ({ id, version })) }, { quiet: true }),
    onSuccess: ({ removed }) => {
      toast.success(removed === 1 ? t('removedPaper', { name: only?.name ?? '' }) : t('removedPapers', { count: removed }));
      onDone();
    },
    onSettled: () => invalidate('/paper'),
  });
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={going.length === 1 ? t('removeTitle', { name: only?.name ?? '' }) : t('removeManyTitle', { count: going.length })}
      cancel={t('cancel')}
      confirm={t('removePaper')}
      tone="sealSolid"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    >
      {going.length > 1 && (
        <ul className="mb-2 list-disc pl-5">
          {going.slice(0, namedAtMost).map((paper) => (
            <li key={paper.id}>{t('removeLine', { name: paper.name, questions: paper.questionCount, variants: paper.variantCount })}</li>
          ))}
          {going.length > namedAtMost && <li>{t('removeMore', { count: going.length - namedAtMost })}</li>}
        </ul>
      )}
      <p>
        {going.length === 1 && only !== undefined
          ? t('removeText', { questions: only.questionCount, variants: only.variantCount })
          : t('removeManyText')}
      </p>
      {staying > 0 && <p className="mt-2 font-medium text-foreground">{t('removeStaying', { count: staying })}</p>}
    </AlertDialog>
  );
}
