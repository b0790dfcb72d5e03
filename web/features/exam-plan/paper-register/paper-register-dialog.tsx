import { Controller } from 'react-hook-form';
import type { PaperHandling, PaperRegisterRow } from '../../../../sync/contract/exams/paper-register.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { FormDialog } from '../../../platform/forms/form-frame.tsx';
import { createChangeOnlyCalls } from '../../../platform/forms/use-save.ts';
import { useSavedForm } from '../../../platform/forms/use-saved-form.ts';
import { DateTimeField } from '../../../ui/date/date-field.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { Field } from '../../../ui/form/field.tsx';
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

const isCopies = (name: keyof PaperInput): boolean => name === 'handedOut' || name === 'returned';

/** Manages the fields of the dialog. If a colleague recorded the same room meanwhile, both records are compared. */
function usePaperForm({ planId, room, seated, record, onClose }: PaperRegisterDialogProps) {
  const { t } = useTranslation('paperRegister');
  const nowMs = useNow();
  return useSavedForm<PaperInput, PaperHandling>(
    { id: room.id, version: record?.revision ?? 0 },
    {
      name: `paper-register.${planId}`,
      initial: createPaperInput(record, seated, nowMs),
      resolver: (input) => {
        const { handling, wrong } = readPaperInput(input);
        if (handling !== undefined) return { values: handling, errors: {} };
        const problems = [...wrong].map((name) => [name, { type: 'custom', message: t(isCopies(name) ? 'badCopies' : 'needed') }]);
        return { values: {}, errors: Object.fromEntries(problems) };
      },
      calls: createChangeOnlyCalls(async ({ id, version, ...handling }, options) => {
        await makeCall('/exam/setPaperRegister', { planId, roomId: id, seen: version, handling }, options);
        return { id, version: version + 1 };
      }),
      newest: async () => {
        const { papers } = await makeCall('/exam/getSeating', { id: planId });
        const now = papers.find((one) => one.roomId === room.id);
        return { value: createPaperInput(now, seated, nowMs), version: now?.revision ?? 0 };
      },
      lists: planCallPrefixes,
      fieldOf: { 'handling.handedOutMs': 'handedOutMs', 'handling.returnedMs': 'returnedMs', 'handling.sealedMs': 'sealedMs' },
      onSaved: () => {
        toast.success(t('saved'));
        onClose();
      },
    },
  );
}

/** Records how many papers of a room were handed out, taken back and sealed, by whom and when. */
export function PaperRegisterDialog(props: PaperRegisterDialogProps) {
  const { t } = useTranslation('paperRegister');
  const { form, ...saving } = usePaperForm(props);
  const { errors } = form.formState;
  return (
    <FormDialog title={t('recordOf', { room: props.room.name })} save={t('save')} onClose={props.onClose} {...saving}>
      {steps.map(({ copies, by, at }) => (
        <div key={by} className="grid grid-cols-[1fr_1fr_1.4fr] items-start gap-3">
          {copies === undefined ? (
            <span />
          ) : (
            <Field label={t(copies)} required={copies === 'handedOut'} error={errors[copies]?.message}>
              {(field) => (
                <Input {...field} {...form.register(copies)} type="number" inputMode="numeric" min={0} max={5000} className="num" />
              )}
            </Field>
          )}
          <Field label={t(by)} required={by === 'handedOutBy'} error={errors[by]?.message}>
            {(field) => <Input {...field} {...form.register(by)} maxLength={60} />}
          </Field>
          <Field label={t(at)} required={at === 'handedOutMs'} error={errors[at]?.message}>
            {(field) => (
              <Controller
                control={form.control}
                name={at}
                render={({ field: { value, onChange } }) => <DateTimeField {...field} value={value} onChange={onChange} />}
              />
            )}
          </Field>
        </div>
      ))}
      <p className="text-[13px] text-muted-foreground">{t('notYet')}</p>
      <Field label={t('remark')} hint={t('remarkHint')} error={errors.remark?.message}>
        {(field) => <Input {...field} {...form.register('remark')} maxLength={200} />}
      </Field>
    </FormDialog>
  );
}
