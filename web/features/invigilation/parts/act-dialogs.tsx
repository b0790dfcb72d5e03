import { useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { leaveRoomPhoto, takeRoomPhoto } from '../../../platform/room-photo.ts';
import { useAction } from '../../../platform/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Strip } from '../../../ui/strip.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { actsFor, type AskedAct, type AskedKind, type GivenCode, seatName, type TypedAct } from '../model/acts-for.ts';
import type { NamedAct } from '../model/named-acts.ts';
import { isActFor, type SeatView } from '../model/seat-view.ts';
import type { RoomState } from '../use-room.ts';
import { GivenCodes } from './given-codes.tsx';
import { PhotoField } from './photo-field.tsx';
import { ReadyReasons } from './ready-reasons.tsx';

interface ActDialogProps {
  asked: AskedAct;
  room: RoomState;
  onAct: (acts: readonly NamedAct[]) => Promise<boolean>;
  onClose: () => void;
}

type ActFault = 'failed' | 'notPicture' | 'heic' | 'tooLarge';
const noted: readonly AskedKind[] = ['cheating'];
const pictured: readonly AskedKind[] = ['cheating', 'incident'];
const needsText = (kind: AskedKind): boolean => kind !== 'identity' && kind !== 'absent';

/**
 * Asks for the details of a room command, and stays open until the command is durable on this tablet. Seats that the command does not fit are
 * left out and named.
 */
export function ActDialog({ asked: { kind, seats: selected, actId }, room, onAct, onClose }: ActDialogProps) {
  const { t } = useTranslation('invigilation');
  const [text, setText] = useState('');
  const [note, setNote] = useState('');
  const [minutes, setMinutes] = useState(10);
  const [tried, setTried] = useState(false);
  const [picture, setPicture] = useState<File | null>(null);
  const before = useRef<TypedAct['before']>(new Map());
  const [codes, setCodes] = useState<readonly GivenCode[] | null>(null);
  const textMissing = needsText(kind) && text.trim() === '';
  const badMinutes = kind === 'extend' && !(Number.isInteger(minutes) && minutes >= 1 && minutes <= 63);
  const seats = selected.filter((seat) => isActFor(kind, seat));
  const leftOut = selected.filter((seat) => !isActFor(kind, seat));
  const fitsNobody = kind !== 'incident' && seats.length === 0;
  const who = seats.map(seatName).join('、');

  /** Resolves to the codes to read aloud, or to the reason why the command was not stored. */
  const store = useAction({
    mutationFn: async (matches: boolean): Promise<readonly GivenCode[] | ActFault> => {
      const logId = room.board?.logId ?? '';
      const photo = picture ? await takeRoomPhoto(logId, picture) : undefined;
      if (typeof photo === 'string') return photo;
      const typed = { text: text.trim(), note: note.trim(), minutes, matches, photo, before: before.current };
      const made = await actsFor({ kind, seats, actId }, typed, room);
      if (await onAct(made.acts)) return made.codes;
      if (photo) await leaveRoomPhoto(logId, photo.itemId);
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

  if (codes !== null) return <GivenCodes of={kind === 'move' ? 'move' : 'grant'} codes={codes} onClose={onClose} />;
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
          <Strip tone="kept">{t(`leftOut_${kind}`, { who: leftOut.map(seatName).join('、') })}</Strip>
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
        {pictured.includes(kind) && <PhotoField picture={picture} disabled={busy} onChange={setPicture} />}
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
