import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { joinWords } from '../../../lib/punctuation.ts';
import type { RoomBoard } from '../../../../sync/contract/exams/invigilation.ts';
import { examUserStatus } from '../../../../sync/contract/codes.ts';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { formatSeatName } from '../model/room-command-input.ts';
import type { TargetedRoomCommand } from '../model/targeted-commands.ts';
import type { SeatView } from '../model/seat-view.ts';
import { ReadyReasons } from './ready-reasons.tsx';

/**
 * Closes the room, with a record of what has arrived from each seat. Each seat must be complete or absent, or its time must be over and the
 * invigilator must give a reason.
 */
export function CloseDialog({
  board,
  seats,
  nowMs,
  onAct,
  onClose,
}: {
  board: Pick<RoomBoard, 'startMs' | 'durationMs'>;
  seats: readonly SeatView[];
  nowMs: number;
  onAct: (acts: readonly TargetedRoomCommand[]) => Promise<boolean>;
  onClose: () => void;
}) {
  const { t } = useTranslation('invigilation');
  const { t: code } = useTranslation('codes');
  const [actId] = useState(() => crypto.randomUUID());
  const [waived, setWaived] = useState<Readonly<Record<string, string>>>({});
  const isWhole = (seat: SeatView): boolean => seat.complete || (seat.receivedOps === 0 && seat.status === examUserStatus.absent);
  const open = seats.filter((seat) => !isWhole(seat));
  const writing = open.filter((seat) => seat.pause !== null || nowMs < board.startMs + board.durationMs + seat.extensionMs);
  const reasonOf = (seat: SeatView): string => waived[seat.attemptId] ?? (seat.sheet === 'typed' ? t('sheet_typed') : '');
  const missing = (seat: SeatView): boolean => reasonOf(seat).trim() === '';
  const store = async () => {
    const ledger = seats.map((seat) => ({
      attemptId: seat.attemptId,
      receivedOps: seat.receivedOps,
      whole: isWhole(seat),
      waived: isWhole(seat) ? '' : reasonOf(seat).trim().slice(0, 100),
    }));
    const isStored = await onAct([{ actId, command: { kind: 'close', seats: ledger }, attemptIds: [] }]).catch(() => false);
    if (!isStored) throw new Error(t('failed'));
  };
  return (
    <ActionDialog
      title={t('close')}
      description={t('ledger')}
      confirm={t('close')}
      size="lg"
      ready={writing.length === 0 && !open.some(missing)}
      run={store}
      onClose={onClose}
    >
      {({ tried }) => (
        <>
          {writing.length > 0 && (
            <Strip tone="seal" live>
              {t('stillWriting', { who: joinWords(writing.map(formatSeatName)) })}
            </Strip>
          )}
          <Strip tone={open.length === 0 ? 'delivered' : 'neutral'}>{t('ledgerWhole', { count: seats.length - open.length })}</Strip>
          {open
            .filter((seat) => !writing.includes(seat))
            .map((seat) => (
              <Field
                key={seat.attemptId}
                label={`${formatSeatName(seat)} · ${seat.sheet === 'none' ? code(`examUserStatus.${seat.status}`) : t(`sheet_${seat.sheet}`)}`}
                required
                error={tried && missing(seat) ? t('needText') : undefined}
              >
                {(field) => (
                  <>
                    <Input
                      {...field}
                      className="h-11"
                      maxLength={100}
                      placeholder={t('reason')}
                      value={reasonOf(seat)}
                      onChange={(event) => setWaived({ ...waived, [seat.attemptId]: event.target.value })}
                    />
                    <ReadyReasons commandKind="close" onChoose={(text) => setWaived({ ...waived, [seat.attemptId]: text })} />
                  </>
                )}
              </Field>
            ))}
        </>
      )}
    </ActionDialog>
  );
}
