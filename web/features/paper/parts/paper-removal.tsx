import { useTranslation } from '../../../lib/i18n.ts';
import { paperStatus } from '../../../../sync/contract/codes.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
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
  const going = papers.filter((paper) => paper.status !== paperStatus.organised);
  const staying = papers.length - going.length;
  const [only] = going;
  return (
    <ConfirmDialog
      title={going.length === 1 ? t('removeTitle', { name: only?.name ?? '' }) : t('removeManyTitle', { count: going.length })}
      confirm={t('removePaper')}
      tone="sealSolid"
      run={(quiet) => makeCall('/paper/remove', { items: going.map(({ id, version }) => ({ id, version })) }, quiet)}
      invalidates={['/paper']}
      doneText={({ removed }) => (removed === 1 ? t('removedPaper', { name: only?.name ?? '' }) : t('removedPapers', { count: removed }))}
      onDone={onDone}
      onClose={onClose}
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
    </ConfirmDialog>
  );
}
