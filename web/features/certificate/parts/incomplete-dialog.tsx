import { useId, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { ExamPart } from '../../../../sync/contract/exams/exam-part.ts';
import { Checkbox } from '../../../ui/primitives/checkbox.tsx';
import type { CallOptions } from '../../../platform/api/call.ts';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';

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
  onClose: () => void;
  /** Gets the ids of the named people if the issuer includes them. Resolves to the number of certificates. */
  issue: (incomplete: number[], quiet: CallOptions) => Promise<{ issued: number }>;
}

/** Names the people who have no result in a part. They get a certificate only if the issuer ticks the box. */
export function IncompleteDialog({ people, complete, onClose, issue }: IncompleteDialogProps) {
  const { t } = useTranslation('certificate');
  const [isIncluded, setIncluded] = useState(false);
  const box = useId();
  const count = complete + (isIncluded ? people.length : 0);
  return (
    <ActionDialog
      title={t('incompleteTitle')}
      description={t('incompleteWhy')}
      confirm={t('issueCount', { count })}
      disabled={count === 0}
      run={(quiet) => issue(isIncluded ? people.map(({ userId }) => userId) : [], quiet)}
      invalidates={['/certificate']}
      doneText={({ issued }) => t('issued', { count: issued })}
      onClose={onClose}
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
      <label htmlFor={box} className="flex items-start gap-2 text-sm">
        <Checkbox id={box} checked={isIncluded} onCheckedChange={(next) => setIncluded(next === true)} className="mt-0.5" />
        {t('issueIncomplete', { count: people.length })}
      </label>
    </ActionDialog>
  );
}
