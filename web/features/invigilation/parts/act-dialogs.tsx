import { useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { ActPhoto, RoomAct } from '../../../../sync/contract/room-act.ts';
import { grantCode, grantIncident, seatKeyOf } from '../../../../sync/seal/seat-grant.ts';
import { leaveRoomPhoto, takeRoomPhoto } from '../../../platform/room-photo.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Strip } from '../../../ui/strip.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { madeBefore, type NamedAct, reopenings, revocations } from '../model/named-acts.ts';
import { freeGrant, type SeatView } from '../model/seat-view.ts';
import type { RoomState } from '../use-room.ts';
import { GivenCodes, type GivenCode } from './given-codes.tsx';
import { PhotoField } from './photo-field.tsx';

/** What an invigilator can ask for; the rest are done at a press. */
export type AskedKind = 'identity' | 'absent' | 'cheating' | 'revoke' | 'extend' | 'pause' | 'message' | 'move' | 'reopen' | 'incident';

export interface AskedAct {
  readonly kind: AskedKind;
  readonly seats: readonly SeatView[];
  /** Made when it was asked for: two presses are one act. */
  readonly actId: string;
}

interface ActDialogProps {
  asked: AskedAct;
  room: RoomState;
  onAct: (acts: readonly NamedAct[]) => Promise<boolean>;
  onClose: () => void;
}

const nameOf = ({ seatNo, name }: SeatView): string => `${String(seatNo).padStart(2, '0')} ${name}`;
const noted: readonly AskedKind[] = ['cheating'];
const pictured: readonly AskedKind[] = ['cheating', 'incident'];
const needsText = (kind: AskedKind): boolean => kind !== 'identity' && kind !== 'absent';

/** Asks for what an act needs, and stays until it is durable on this tablet. */
export function ActDialog({ asked: { kind, seats, actId }, room, onAct, onClose }: ActDialogProps) {
  const { t } = useTranslation('invigilation');
  const [text, setText] = useState('');
  const [note, setNote] = useState('');
  const [minutes, setMinutes] = useState(10);
  const [tried, setTried] = useState(false);
  const [picture, setPicture] = useState<File | null>(null);
  const [failed, setFailed] = useState<'failed' | 'notPicture' | 'tooLarge' | null>(null);
  const [busy, setBusy] = useState(false);
  const before = useRef<MadeFor>(new Map());
  const [codes, setCodes] = useState<readonly GivenCode[] | null>(null);
  const textMissing = needsText(kind) && text.trim() === '';
  const badMinutes = kind === 'extend' && !(Number.isInteger(minutes) && minutes >= 1 && minutes <= 63);
  const who = seats.map(nameOf).join('、');

  const submit = async (matches = true): Promise<void> => {
    setTried(true);
    if (textMissing || badMinutes || busy) return;
    setBusy(true);
    setFailed(null);
    const logId = room.board?.logId ?? '';
    const photo = picture ? await takeRoomPhoto(logId, picture) : undefined;
    if (typeof photo === 'string') {
      setBusy(false);
      return setFailed(photo);
    }
    const typed = { text: text.trim(), note: note.trim(), minutes, matches, photo, before: before.current };
    const made = await actsFor({ kind, seats, actId }, typed, room);
    const stands = await onAct(made.acts);
    if (!stands && photo) await leaveRoomPhoto(logId, photo.itemId);
    setBusy(false);
    if (!stands) setFailed('failed');
    else if (made.codes.length > 0) setCodes(made.codes);
    else onClose();
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
            <Button size="lg" variant="seal" busy={busy} onClick={() => void submit(false)}>
              {t('notMatches')}
            </Button>
            <Button size="lg" variant="primary" busy={busy} onClick={() => void submit(true)}>
              {t('matches')}
            </Button>
          </>
        ) : (
          <>
            <Button size="lg" disabled={busy} onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button size="lg" variant={kind === 'cheating' ? 'sealSolid' : 'primary'} busy={busy} onClick={() => void submit()}>
              {t('confirm')}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {failed !== null && <Strip tone="seal">{t(failed === 'failed' ? failed : `photo_${failed}`)}</Strip>}
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
            <Textarea
              {...field}
              rows={2}
              maxLength={kind === 'incident' ? 2000 : 400}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
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

interface Typed {
  readonly text: string;
  readonly note: string;
  readonly minutes: number;
  readonly matches: boolean;
  readonly photo: ActPhoto | undefined;
  /** By seat, what more time was made for them when this dialog was confirmed before. */
  readonly before: MadeFor;
}

type MadeFor = Map<string, { readonly made: NamedAct; readonly given: GivenCode }>;

async function actsFor(
  { kind, seats, actId }: AskedAct,
  { text, note, minutes, matches, photo, before }: Typed,
  { roomKey, seatCodes, acts, board }: RoomState,
): Promise<{ acts: NamedAct[]; codes: GivenCode[] }> {
  const attemptIds = seats.map((seat) => seat.attemptId);
  const one = (act: RoomAct): { acts: NamedAct[]; codes: [] } => ({ acts: [{ actId, act, attemptIds }], codes: [] });
  switch (kind) {
    case 'identity':
      return one({ kind, matches, note: text });
    case 'absent':
      return one({ kind, reason: text });
    case 'cheating':
      return one({ kind, reason: text, note, ...(photo && { photo }) });
    case 'pause':
      return one({ kind, reason: text });
    case 'message':
      return one({ kind, text });
    case 'incident':
      return one({ kind, text, ...(photo && { photo }) });
    case 'move': {
      const codes = seats.map((seat) => ({ who: nameOf(seat), code: seatCodes[seat.attemptId] ?? null }));
      return { ...one({ kind, reason: text }), codes };
    }
    case 'revoke':
      return { acts: revocations(seats, { reason: text, actId, fresh: () => crypto.randomUUID() }), codes: [] };
    case 'reopen':
      return { acts: reopenings(seats, { reason: text, actId, fresh: () => crypto.randomUUID() }), codes: [] };
    case 'extend': {
      const known = [...(board?.acts ?? []), ...acts.acts];
      const made: NamedAct[] = [];
      const codes: GivenCode[] = [];
      for (const seat of seats) {
        const who = nameOf(seat);
        const ms = minutes * 60_000;
        const stands = madeBefore(before, seat.attemptId, acts.acts);
        const no = freeGrant(seat.attemptId, known, Math.random);
        const key = await seatKeyOf(roomKey, seat.attemptId);
        const grant = no === null ? null : { minutes, no };
        const one = stands ?? {
          given: { who, code: grant && (await grantCode(key, grant)) },
          made: {
            actId: grant ? await grantIncident(key, grant) : crypto.randomUUID(),
            act: { kind, ms, reason: text, ...(grant && { grant: grant.no }) },
            attemptIds: [seat.attemptId],
          },
        };
        before.set(seat.attemptId, one);
        codes.push(one.given);
        made.push(one.made);
      }
      return { acts: made, codes };
    }
  }
}
