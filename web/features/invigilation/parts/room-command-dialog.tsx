import { useRef, useState } from 'react';
import type { RoomBoard } from '../../../../sync/contract/exams/invigilation.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { joinWords } from '../../../lib/punctuation.ts';
import { deleteRoomPhoto, takeRoomPhoto } from '../../../platform/room/room-photo.ts';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { NumberInput } from '../../../ui/form/form-fields.tsx';
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
import type { RoomState } from '../model/room-state.ts';
import { SeatCodeList } from './seat-code-list.tsx';
import { PhotoPair, SeatPhotos } from './entry-photos.tsx';
import { ReadyReasons } from './ready-reasons.tsx';
import { Camera, X } from 'lucide-react';
import { Button } from '../../../ui/primitives/button.tsx';
import { FileInput } from '../../../ui/form/file-input.tsx';
import { useObjectUrl } from '../../../ui/use-object-url.ts';

interface IncidentPhotoFieldProps {
  picture: File | null;
  disabled: boolean;
  onChange: (picture: File | null) => void;
}

/** Lets the invigilator take or choose one photo of an incident, with a preview. */
function IncidentPhotoField({ picture, disabled, onChange }: IncidentPhotoFieldProps) {
  const { t } = useTranslation(['invigilation', 'words']);
  const field = useRef<HTMLInputElement>(null);
  const src = useObjectUrl(picture);
  return (
    <div className="flex flex-wrap items-center gap-3">
      {src !== '' && <img src={src} alt={t('words:photo')} className="h-28 max-w-full rounded-md border object-contain" />}
      <FileInput
        ref={field}
        accept="image/*"
        capture="environment"
        aria-label={t('takePhoto')}
        onFiles={([first]) => onChange(first ?? null)}
      />
      <Button size="lg" disabled={disabled} onClick={() => field.current?.click()}>
        <Camera aria-hidden />
        {t(picture ? 'photoAgain' : 'takePhoto')}
      </Button>
      {picture && (
        <Button size="lg" variant="ghost" disabled={disabled} onClick={() => onChange(null)}>
          <X aria-hidden />
          {t('photoLeave')}
        </Button>
      )}
    </div>
  );
}

interface RoomCommandDialogProps {
  request: RoomCommandRequest;
  room: RoomState;
  onAct: (acts: readonly TargetedRoomCommand[]) => Promise<boolean>;
  onClose: () => void;
}

const recordedKinds: readonly DialogCommandKind[] = ['cheating'];
const pictured: readonly DialogCommandKind[] = ['cheating', 'incident'];
const needsText = (kind: DialogCommandKind): boolean => kind !== 'identity' && kind !== 'absent';

/**
 * Asks for the details of a room command, and stays open until the command is durable on this tablet. Seats that the command does not fit are
 * left out and named.
 */
export function RoomCommandDialog({ request: { kind, seats: selected, actId }, room, onAct, onClose }: RoomCommandDialogProps) {
  const { t } = useTranslation(['invigilation', 'words']);
  const [text, setText] = useState('');
  const [note, setNote] = useState('');
  const [minutes, setMinutes] = useState(10);
  const [picture, setPicture] = useState<File | null>(null);
  const before = useRef<RoomCommandInput['earlierExtensions']>(new Map());
  const [codes, setCodes] = useState<readonly SeatCode[] | null>(null);
  const textMissing = needsText(kind) && text.trim() === '';
  const badMinutes = kind === 'extend' && !(Number.isInteger(minutes) && minutes >= 1 && minutes <= 63);
  const seats = selected.filter((seat) => isCommandApplicable(kind, seat));
  const leftOut = selected.filter((seat) => !isCommandApplicable(kind, seat));
  const fitsNobody = kind !== 'incident' && seats.length === 0;
  const who = joinWords(seats.map(formatSeatName));

  /**
   * Stores the room commands of this dialog on the tablet. Returns the codes to read aloud; throws an error with the reason if they are not stored.
   */
  const store = async (matches: boolean): Promise<readonly SeatCode[]> => {
    const logId = room.board?.logId ?? '';
    const photo = picture ? await takeRoomPhoto(logId, picture) : undefined;
    if (photo === 'failed') throw new Error(t('failed'));
    if (typeof photo === 'string') throw new Error(t(`photo_${photo}`));
    const typed = { text: text.trim(), note: note.trim(), minutes, matches, photo, earlierExtensions: before.current };
    const commands = await createRoomCommands({ kind, seats, actId }, typed, room);
    if (await onAct(commands.commands)) return commands.codes;
    if (photo) await deleteRoomPhoto(logId, photo.itemId);
    throw new Error(t('failed'));
  };

  if (codes !== null) return <SeatCodeList kind={kind === 'move' ? 'move' : 'grant'} codes={codes} onClose={onClose} />;
  return (
    <ActionDialog
      title={t(kind)}
      description={kind === 'move' ? t('moveText', { who }) : who}
      size="lg"
      {...(kind === 'identity'
        ? { confirm: t('matches'), other: { confirm: t('notMatches'), tone: 'seal' } }
        : { confirm: t(`do_${kind}`, { count: kind === 'extend' ? (Number.isNaN(minutes) ? 0 : minutes) : seats.length }) })}
      tone={kind === 'cheating' ? 'sealSolid' : 'primary'}
      disabled={fitsNobody}
      ready={!textMissing && !badMinutes && !fitsNobody}
      run={(_, notMatching) => store(!notMatching)}
      onDone={(stored) => (stored.length > 0 ? setCodes(stored) : onClose())}
      onClose={onClose}
    >
      {({ busy, tried }) => (
        <>
          {(kind === 'absent' || kind === 'revoke' || kind === 'reopen' || kind === 'pause') && leftOut.length > 0 && (
            <Strip tone="kept">{t(`leftOut_${kind}`, { who: joinWords(leftOut.map(formatSeatName)) })}</Strip>
          )}
          {kind === 'identity' && seats.map((seat) => <Identity key={seat.userId} seat={seat} room={room.board} />)}
          {kind === 'extend' && (
            <Field label={t('minutes')} required error={tried && badMinutes ? t('badMinutes') : undefined}>
              {(field) => <NumberInput {...field} min={1} max={63} className="h-11" value={minutes} onChange={setMinutes} />}
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
                <ReadyReasons commandKind={kind} disabled={busy} onChoose={setText} />
              </>
            )}
          </Field>
          {recordedKinds.includes(kind) && (
            <Field label={t('note')}>
              {(field) => <Textarea {...field} rows={2} maxLength={1000} value={note} onChange={(event) => setNote(event.target.value)} />}
            </Field>
          )}
          {pictured.includes(kind) && <IncidentPhotoField picture={picture} disabled={busy} onChange={setPicture} />}
        </>
      )}
    </ActionDialog>
  );
}

function Identity({ seat, room }: { seat: SeatView; room: RoomBoard | null }) {
  const { t } = useTranslation('invigilation');
  return (
    <div className="flex items-center gap-4">
      {room === null || seat.entryPhoto === 'notAsked' ? (
        <PhotoPair seat={seat} url={null} atMs={null} />
      ) : (
        <SeatPhotos room={room} seat={seat} />
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
