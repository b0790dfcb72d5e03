import { useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { deleteRoomPhoto, takeRoomPhoto } from '../../../platform/room/room-photo.ts';
import { useAction } from '../../../platform/api/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Dialog } from '../../../ui/primitives/dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';
import {
  createRoomCommands,
  type RoomCommandRequest,
  type DialogCommandKind,
  type SeatCode,
  formatSeatName,
  type RoomCommandInput,
} from '../model/room-command-input.ts';
import type { TargetedRoomCommand } from '../model/targeted-commands.ts';
import { isCommandApplicable, type SeatView } from '../model/seat-view.ts';
import type { RoomState } from '../use-invigilated-room.ts';
import { SeatCodeList } from './seat-code-list.tsx';
import { IncidentPhotoField } from './photo-field.tsx';
import { ReadyReasons } from './ready-reasons.tsx';

interface ActDialogProps {
  asked: RoomCommandRequest;
  room: RoomState;
  onAct: (acts: readonly TargetedRoomCommand[]) => Promise<boolean>;
  onClose: () => void;
}

type ActFault = 'failed' | 'notPicture' | 'heic' | 'tooLarge';
const noted: readonly DialogCommandKind[] = ['cheating'];
const pictured: readonly DialogCommandKind[] = ['cheating', 'incident'];
const needsText = (kind: DialogCommandKind): boolean => kind !== 'identity' && kind !== 'absent';

/**
 * Asks for the details of a room command, and stays open until the command is durable on this tablet. Seats that the command does not fit are
 * left out and named.
 */
export function RoomCommandDialog({ asked: { kind, seats: selected, actId }, room, onAct, onClose }: ActDialogProps) {
  const { t } = useTranslation('invigilation');
  const [text, setText] = useState('');
  const [note, setNote] = useState('');
  const [minutes, setMinutes] = useState(10);
  const [tried, setTried] = useState(false);
  const [picture, setPicture] = useState<File | null>(null);
  const before = useRef<RoomCommandInput['before']>(new Map());
  const [codes, setCodes] = useState<readonly SeatCode[] | null>(null);
  const textMissing = needsText(kind) && text.trim() === '';
  const badMinutes = kind === 'extend' && !(Number.isInteger(minutes) && minutes >= 1 && minutes <= 63);
  const seats = selected.filter((seat) => isCommandApplicable(kind, seat));
  const leftOut = selected.filter((seat) => !isCommandApplicable(kind, seat));
  const fitsNobody = kind !== 'incident' && seats.length === 0;
  const who = seats.map(formatSeatName).join('、');

  /** Resolves to the codes to read aloud, or to the reason why the command was not stored. */
  const store = useAction({
    mutationFn: async (matches: boolean): Promise<readonly SeatCode[] | ActFault> => {
      const logId = room.board?.logId ?? '';
      const photo = picture ? await takeRoomPhoto(logId, picture) : undefined;
      if (typeof photo === 'string') return photo;
      const typed = { text: text.trim(), note: note.trim(), minutes, matches, photo, before: before.current };
      const made = await createRoomCommands({ kind, seats, actId }, typed, room);
      if (await onAct(made.acts)) return made.codes;
      if (photo) await deleteRoomPhoto(logId, photo.itemId);
      return 'failed';
    },
    onSuccess: (stored) => {
      if (typeof stored === 'string') return;
      if (stored.length > 0) setCodes(stored);
      else onClose();
    },
  });
  const busy = store.isPending;
  const failed: ActFault | null = store.isError ? 'failed' : typeof store.data === 'string' ? store.data : null;
  const submit = (matches = true): void => {
    setTried(true);
    if (!textMissing && !badMinutes && !fitsNobody) store.mutate(matches);
  };

  if (codes !== null) return <SeatCodeList of={kind === 'move' ? 'move' : 'grant'} codes={codes} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={() => !busy && onClose()}
      title={t(kind)}
      description={kind === 'move' ? t('moveText', { who }) : who}
      footer={
        kind === 'identity' ? (
          <>
            <Button size="lg" variant="seal" busy={busy} onClick={() => submit(false)}>
              {t('notMatches')}
            </Button>
            <Button size="lg" variant="primary" busy={busy} onClick={() => submit(true)}>
              {t('matches')}
            </Button>
          </>
        ) : (
          <>
            <Button size="lg" disabled={busy} onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button
              size="lg"
              variant={kind === 'cheating' ? 'sealSolid' : 'primary'}
              busy={busy}
              disabled={fitsNobody}
              onClick={() => submit()}
            >
              {t(`do_${kind}`, { count: kind === 'extend' ? (Number.isNaN(minutes) ? 0 : minutes) : seats.length })}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {failed !== null && <Strip tone="seal">{t(failed === 'failed' ? failed : `photo_${failed}`)}</Strip>}
        {(kind === 'absent' || kind === 'revoke' || kind === 'reopen' || kind === 'pause') && leftOut.length > 0 && (
          <Strip tone="kept">{t(`leftOut_${kind}`, { who: leftOut.map(formatSeatName).join('、') })}</Strip>
        )}
        {kind === 'identity' && seats.map((seat) => <Identity key={seat.userId} seat={seat} />)}
        {kind === 'extend' && (
          <Field label={t('minutes')} required error={tried && badMinutes ? t('badMinutes') : undefined}>
            {(field) => (
              <Input
                {...field}
                type="number"
                inputMode="numeric"
                min={1}
                max={63}
                className="num h-11"
                value={Number.isNaN(minutes) ? '' : minutes}
                onChange={(event) => setMinutes(event.target.valueAsNumber)}
              />
            )}
          </Field>
        )}
        <Field
          label={t(kind === 'identity' || kind === 'absent' ? 'note' : kind === 'message' || kind === 'incident' ? 'text' : 'reason')}
          required={needsText(kind)}
          error={tried && textMissing ? t('needText') : undefined}
        >
          {(field) => (
            <>
              <Textarea
                {...field}
                rows={2}
                maxLength={kind === 'incident' ? 2000 : 400}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
              <ReadyReasons of={kind} disabled={busy} onChoose={setText} />
            </>
          )}
        </Field>
        {noted.includes(kind) && (
          <Field label={t('note')}>
            {(field) => <Textarea {...field} rows={2} maxLength={1000} value={note} onChange={(event) => setNote(event.target.value)} />}
          </Field>
        )}
        {pictured.includes(kind) && <IncidentPhotoField picture={picture} disabled={busy} onChange={setPicture} />}
      </div>
    </Dialog>
  );
}

function Identity({ seat }: { seat: SeatView }) {
  const { t } = useTranslation('invigilation');
  return (
    <div className="flex items-center gap-4">
      {seat.photo === '' ? (
        <span className="grid h-36 w-28 flex-none place-items-center rounded-md border border-dashed text-[13px] text-muted-foreground">
          {t('noPhoto')}
        </span>
      ) : (
        <img src={seat.photo} alt="" className="h-36 w-28 flex-none rounded-md border object-cover" />
      )}
      <dl className="num grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-[15px]">
        <dt className="text-muted-foreground">{t('name')}</dt>
        <dd className="text-lg font-semibold">{seat.name}</dd>
        <dt className="text-muted-foreground">{t('ticketNo')}</dt>
        <dd>{seat.ticketNo}</dd>
        <dt className="text-muted-foreground">{t('idTail')}</dt>
        <dd>{seat.idTail === '' ? t('noIdTail') : seat.idTail}</dd>
      </dl>
    </div>
  );
}
