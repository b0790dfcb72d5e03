import { useState } from 'react';
import type { PaperRegisterRow } from '../../../../sync/contract/exams/paper-register.ts';
import { listPaperDifferences } from '../../../../sync/domain/exams/paper-differences.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { PrintPage } from '../../../ui/print/print-layout.tsx';
import { RoomHead, type RoomSheetProps, sheetCells } from '../seating/room-sheets.tsx';
import { PaperRegisterDialog } from './paper-register-dialog.tsx';

/** Prints the papers of a room: handed out, taken back and sealed, with what differs. Without a record, the lines are empty. */
export function PaperRegisterSheet(props: RoomSheetProps) {
  const { t } = useTranslation('paperRegister');
  const { room, people } = props.of;
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
