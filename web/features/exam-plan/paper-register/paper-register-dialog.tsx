import { useState } from 'react';
import type { PaperRegisterRow } from '../../../../sync/contract/exams/paper-register.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { DateTimeField } from '../../../ui/date/date-field.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { NumberInput } from '../../../ui/form/number-field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { planCallPrefixes } from '../exam-plan-queries.ts';
import { createPaperInput, type PaperInput, readPaperInput } from './paper-register-input.ts';

interface PaperRegisterDialogProps {
  planId: number;
  room: { readonly id: number; readonly name: string };
  /** Number of examinees seated in the room. */
  seated: number;
  record: PaperRegisterRow | undefined;
  onClose: () => void;
}

const steps = [
  { copies: 'handedOut', by: 'handedOutBy', at: 'handedOutMs' },
  { copies: 'returned', by: 'returnedBy', at: 'returnedMs' },
  { copies: undefined, by: 'sealedBy', at: 'sealedMs' },
] as const;

/** Records how many papers of a room were handed out, taken back and sealed, by whom and when. */
export function PaperRegisterDialog({ planId, room, seated, record, onClose }: PaperRegisterDialogProps) {
  const { t } = useTranslation('paperRegister');
  const nowMs = useNow();
  const [input, setInput] = useState<PaperInput>(() => createPaperInput(record, seated, nowMs));
  const change = (part: Partial<PaperInput>) => setInput((before) => ({ ...before, ...part }));
  const { handling, wrong } = readPaperInput(input);
  return (
    <ActionDialog
      title={t('recordOf', { room: room.name })}
      confirm={t('save')}
      ready={handling !== undefined}
      run={(quiet) => {
        if (handling === undefined) throw new Error('the record is not complete');
        return makeCall('/exam/setPaperRegister', { planId, roomId: room.id, seen: record?.revision ?? 0, handling }, quiet);
      }}
      invalidates={planCallPrefixes}
      doneText={t('saved')}
      onClose={onClose}
    >
      {({ tried }) => {
        const problem = (name: keyof PaperInput) =>
          tried && wrong.has(name) ? t(name === 'handedOut' || name === 'returned' ? 'badCopies' : 'needed') : undefined;
        return (
          <>
            {steps.map(({ copies, by, at }) => (
              <div key={by} className="grid grid-cols-[1fr_1fr_1.4fr] items-start gap-3">
                {copies === undefined ? (
                  <span />
                ) : (
                  <Field label={t(copies)} required={copies === 'handedOut'} error={problem(copies)}>
                    {(field) => (
                      <NumberInput {...field} min={0} max={5000} value={input[copies]} onChange={(n) => change({ [copies]: n })} />
                    )}
                  </Field>
                )}
                <Field label={t(by)} required={by === 'handedOutBy'} error={problem(by)}>
                  {(field) => (
                    <Input {...field} maxLength={60} value={input[by]} onChange={(event) => change({ [by]: event.target.value })} />
                  )}
                </Field>
                <Field label={t(at)} required={at === 'handedOutMs'} error={problem(at)}>
                  {(field) => <DateTimeField {...field} value={input[at]} onChange={(text) => change({ [at]: text })} />}
                </Field>
              </div>
            ))}
            <p className="text-[13px] text-muted-foreground">{t('notYet')}</p>
            <Field label={t('remark')} hint={t('remarkHint')} error={problem('remark')}>
              {(field) => (
                <Input {...field} maxLength={200} value={input.remark} onChange={(event) => change({ remark: event.target.value })} />
              )}
            </Field>
          </>
        );
      }}
    </ActionDialog>
  );
}
