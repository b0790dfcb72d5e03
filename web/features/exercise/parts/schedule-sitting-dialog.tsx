import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { PracticePaper, PracticeSitting } from '../../../../sync/contract/learning/practice-own.ts';
import { toMatchText } from '../../../../sync/domain/plain-text.ts';
import { fromLocalInput, toLocalInput } from '../../../lib/format-time.ts';
import { DateTimeField } from '../../../ui/date/date-field.tsx';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { Select } from '../../../ui/primitives/select.tsx';

interface ScheduleSittingDialogProps {
  /** Practice papers that the learner can choose from. */
  papers: readonly PracticePaper[];
  paperId: string | undefined;
  storeSitting: (sitting: PracticeSitting) => Promise<void>;
  onClose: () => void;
}

/** Schedules a sitting of one of the learner's own papers: paper, start time and duration in minutes. */
export function ScheduleSittingDialog({ papers, paperId, storeSitting, onClose }: ScheduleSittingDialogProps) {
  const { t } = useTranslation('exercise');
  const [chosen, setChosen] = useState(paperId ?? papers[0]?.id ?? '');
  const [when, setWhen] = useState(() => toLocalInput(Date.now()));
  const [minutes, setMinutes] = useState('');
  const paper = papers.find((each) => each.id === chosen);
  const plannedMs = fromLocalInput(when);
  const allowed = minutes.trim() === '' ? null : Number(toMatchText(minutes));
  const minutesFault = allowed !== null && !(Number.isInteger(allowed) && allowed >= 1 && allowed <= 720);
  const schedule = async () => {
    if (!paper || plannedMs === null) return;
    await storeSitting({
      id: crypto.randomUUID(),
      changedMs: Date.now(),
      removed: false,
      paperId: paper.id,
      name: paper.name,
      questionIds: paper.questionIds,
      plannedMs,
      minutes: allowed,
      endedMs: null,
    });
  };
  return (
    <ActionDialog
      title={t('sit')}
      confirm={t('sit')}
      ready={paper !== undefined && plannedMs !== null && !minutesFault}
      run={schedule}
      onClose={onClose}
    >
      {({ tried }) => (
        <>
          <Field label={t('paperIs')} required error={tried && !paper ? t('needPaper') : undefined}>
            {(field) => (
              <Select {...field} value={chosen} onChange={setChosen} choices={papers.map(({ id, name }) => ({ value: id, label: name }))} />
            )}
          </Field>
          <Field label={t('plannedAt')} required error={tried && plannedMs === null ? t('needTime') : undefined}>
            {(field) => <DateTimeField {...field} value={when} onChange={setWhen} />}
          </Field>
          <Field label={t('minutes')} hint={t('minutesHint')} error={tried && minutesFault ? t('needMinutes') : undefined}>
            {(field) => (
              <Input {...field} inputMode="numeric" className="w-28" value={minutes} onChange={(event) => setMinutes(event.target.value)} />
            )}
          </Field>
        </>
      )}
    </ActionDialog>
  );
}
