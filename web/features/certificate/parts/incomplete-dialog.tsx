import { useId, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { ExamPart } from '../../../../sync/contract/exams/exam-part.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Checkbox } from '../../../ui/primitives/checkbox.tsx';
import { Dialog } from '../../../ui/primitives/dialog.tsx';

export interface IncompletePerson {
  readonly userId: number;
  readonly name: string;
  readonly ticketNo: string;
  readonly missing: readonly ExamPart[];
}

interface IncompleteDialogProps {
  people: readonly IncompletePerson[];
  /** Number of examinees who passed every part; they get a certificate in any case. */
  complete: number;
  busy: boolean;
  onClose: () => void;
  /** Gets the ids of the named people if the issuer includes them. */
  onIssue: (incomplete: number[]) => void;
}

/** Names the people who have no result in a part. They get a certificate only if the issuer ticks the box. */
export function IncompleteDialog({ people, complete, busy, onClose, onIssue }: IncompleteDialogProps) {
  const { t } = useTranslation('certificate');
  const [isIncluded, setIncluded] = useState(false);
  const box = useId();
  const count = complete + (isIncluded ? people.length : 0);
  return (
    <Dialog
      open
      onOpenChange={() => !busy && onClose()}
      title={t('incompleteTitle')}
      description={t('incompleteWhy')}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            variant="primary"
            disabled={count === 0}
            busy={busy}
            onClick={() => onIssue(isIncluded ? people.map(({ userId }) => userId) : [])}
          >
            {t('issueCount', { count })}
          </Button>
        </>
      }
    >
      <ul className="max-h-[40dvh] divide-y overflow-y-auto text-sm">
        {people.map(({ userId, name, ticketNo, missing }) => (
          <li key={userId} className="flex items-baseline gap-3 py-2">
            <span className="font-medium">{name}</span>
            <span className="num text-muted-foreground">{ticketNo}</span>
            <span className="ml-auto text-seal">
              {t('lacks', { parts: missing.map((part) => t(`part_${part}`)).join(t('listComma')) })}
            </span>
          </li>
        ))}
      </ul>
      <label htmlFor={box} className="mt-3 flex items-start gap-2 text-sm">
        <Checkbox id={box} checked={isIncluded} onCheckedChange={(next) => setIncluded(next === true)} className="mt-0.5" />
        {t('issueIncomplete', { count: people.length })}
      </label>
    </Dialog>
  );
}
