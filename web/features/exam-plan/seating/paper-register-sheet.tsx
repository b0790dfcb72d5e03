import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { type PaperRegisterRow, type PaperHandling, paperHandling } from '../../../../sync/contract/exams/paper-register.ts';
import { listPaperDifferences } from '../../../../sync/domain/exams/paper-differences.ts';
import { formatDateTime, fromLocalInput, toLocalInput } from '../../../lib/format-time.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { FormDialog } from '../../../platform/forms/form-frame.tsx';
import { createChangeOnlyCalls } from '../../../platform/forms/use-save.ts';
import { useSavedForm } from '../../../platform/forms/use-saved-form.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { DateTimeField } from '../../../ui/date/date-field.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { PrintPage } from '../../../ui/print/print-layout.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { planCallPrefixes } from '../exam-plan-queries.ts';
import { RoomHead, type RoomSheetProps, sheetCells } from './room-sheets.tsx';

/**
 * Prints the register of a room's papers: how many were handed out, collected and sealed, and where the numbers differ. Without a record, the lines
 * stay empty to be filled in by hand.
 */
export function PaperRegisterSheet(props: RoomSheetProps) {
  const { t } = useTranslation('paperRegister');
  const { room, people } = props.room;
  const record = props.seating.papers.find((one) => one.roomId === room.id);
  return (
    <PrintPage>
      <RoomHead {...props} title={t('title')} />
      {props.seating.published && <RecordButton planId={props.seating.id} room={room} seated={people.length} record={record} />}
      <HandlingTable record={record} />
      <p className="mt-[3mm] text-[10.5pt]">
        {t('differences')}
        <Differences record={record} seated={people.length} />
      </p>
      <p className="mt-[2mm] text-[10.5pt] [overflow-wrap:anywhere]">
        {t('remarkLine')}
        {record === undefined ? '________________________________' : record.remark}
      </p>
      {record !== undefined && (
        <p className="num mt-[2mm] text-[9pt] text-[#444]">
          {t('recordedBy', { name: record.updatedBy, time: formatDateTime(record.updatedMs) })}
        </p>
      )}
      <footer className="mt-[6mm] flex justify-between gap-[4mm] border-t border-black pt-[3mm] text-[10pt]">
        {(['handedOutBy', 'receivedBy', 'returnedBy', 'sealedBy'] as const).map((name) => (
          <span key={name} className="flex grow items-end gap-[1.5mm] whitespace-nowrap">
            {t(name)}
            <span className="h-[7mm] grow border-b border-black" />
          </span>
        ))}
      </footer>
    </PrintPage>
  );
}

interface RecordButtonProps {
  planId: number;
  room: { readonly id: number; readonly name: string };
  seated: number;
  record: PaperRegisterRow | undefined;
}

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

/** Fields of the dialog as typed. Times are values of `DateTimeField`. */
type PaperInput = { readonly [K in keyof PaperHandling]: string };

/** Fills the fields with the record of a room, or for a room without one with as many papers as examinees are seated. */
function createPaperInput(record: PaperRegisterRow | undefined, seated: number, nowMs: number): PaperInput {
  const show = (ms: number | null): string => (ms === null ? '' : toLocalInput(ms));
  return {
    handedOut: String(record?.handedOut ?? seated),
    handedOutBy: record?.handedOutBy ?? '',
    handedOutMs: show(record?.handedOutMs ?? nowMs),
    returned: String(record?.returned ?? ''),
    returnedBy: record?.returnedBy ?? '',
    returnedMs: show(record?.returnedMs ?? null),
    sealedBy: record?.sealedBy ?? '',
    sealedMs: show(record?.sealedMs ?? null),
    remark: record?.remark ?? '',
  };
}

/** Reads the fields. `wrong` holds the fields that the contract refuses; `handling` is undefined if there are any. */
function readPaperInput(input: PaperInput): { handling: PaperHandling | undefined; wrong: ReadonlySet<keyof PaperInput> } {
  // A time that cannot be read is 0, which the contract refuses.
  const read = (text: string): number => fromLocalInput(text) ?? 0;
  const parsed = paperHandling.safeParse({
    ...input,
    handedOut: input.handedOut === '' ? null : Number(input.handedOut),
    handedOutMs: read(input.handedOutMs),
    returned: input.returned === '' ? null : Number(input.returned),
    returnedMs: input.returnedMs === '' ? null : read(input.returnedMs),
    sealedMs: input.sealedMs === '' ? null : read(input.sealedMs),
  });
  if (parsed.success) return { handling: parsed.data, wrong: new Set() };
  return { handling: undefined, wrong: new Set(parsed.error.issues.map((issue) => issue.path[0] as keyof PaperInput)) };
}

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

/** Records how many papers of a room were handed out, collected and sealed, by whom and when. */
function PaperRegisterDialog(props: PaperRegisterDialogProps) {
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

function RecordButton(props: RecordButtonProps) {
  const { t } = useTranslation('paperRegister');
  const [isOpen, setOpen] = useState(false);
  if (!useCanChangeData()) return null;
  return (
    <div className="mb-[3mm] flex justify-end print:hidden">
      <Button aria-label={`${t('record')} ${props.room.name}`} onClick={() => setOpen(true)}>
        {t('record')}
      </Button>
      {isOpen && <PaperRegisterDialog {...props} onClose={() => setOpen(false)} />}
    </div>
  );
}

function HandlingTable({ record }: { record: PaperRegisterRow | undefined }) {
  const { t } = useTranslation('paperRegister');
  const time = (ms: number | null | undefined): string => (ms == null ? '' : formatDateTime(ms));
  const rows = [
    [t('handOut'), record?.handedOut, record?.handedOutBy, time(record?.handedOutMs)],
    [t('takeBack'), record?.returned, record?.returnedBy, time(record?.returnedMs)],
    [t('seal'), '—', record?.sealedBy, time(record?.sealedMs)],
  ] as const;
  return (
    <table aria-label={t('title')} className={`num w-full border-collapse text-[10.5pt] text-black ${sheetCells}`}>
      <thead>
        <tr>
          <th className="w-[24mm]">{t('step')}</th>
          <th className="w-[28mm]">{t('copies')}</th>
          <th>{t('by')}</th>
          <th className="w-[48mm]">{t('at')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([step, ...cells]) => (
          <tr key={step}>
            <th>{step}</th>
            {cells.map((cell, at) => (
              <td key={['copies', 'by', 'at'][at]} className="h-[10mm] [overflow-wrap:anywhere]">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Differences({ record, seated }: { record: PaperRegisterRow | undefined; seated: number }) {
  const { t } = useTranslation('paperRegister');
  if (record === undefined) return '________________________________';
  const differences = listPaperDifferences(record, seated);
  if (differences.length === 0) return t('noDifference');
  return <b className="text-seal">{differences.map((one) => t(`differs_${one.kind}`, { ...one })).join(t('join'))}</b>;
}
