import { useTranslation } from '../../../lib/i18n.ts';
import { formatDate, formatTime } from '../../../lib/format-time.ts';
import { call } from '../../../platform/call.ts';
import { useAction } from '../../../platform/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { PrintBlock, PrintPage } from '../../../ui/print-layout.tsx';
import { QrPicture } from '../../../ui/qr-picture.tsx';
import { Strip } from '../../../ui/strip.tsx';
import type { Seating } from '../seating-queries.ts';

const onSheet = 4;

/** Prints the release codes, one slip a room, to be sealed in envelopes. They load only after a click, because each look is audited. */
export function CodeSheet({ seating }: { seating: Seating }) {
  const { t } = useTranslation('amend');
  const show = useAction({ mutationFn: () => call('/exam/showReleaseCodes', { planId: seating.id }) });
  if (show.data === undefined)
    return (
      <PrintPage>
        <div className="flex flex-col items-start gap-3 print:hidden">
          <Strip tone="kept">{t('codesWarn')}</Strip>
          <Button variant="primary" busy={show.isPending} disabled={!seating.published} onClick={() => show.mutate()}>
            {t('codesShow')}
          </Button>
          {!seating.published && <p className="text-sm text-muted-foreground">{t('codesUnpublished')}</p>}
        </div>
      </PrintPage>
    );
  const known = new Map(seating.rooms.map((room) => [room.id, room]));
  const items = show.data.rooms.map(({ roomId, name, code }) => {
    const { place = '', location = '' } = known.get(roomId) ?? {};
    return { roomId, room: name, place, location, code };
  });
  const sheets = Array.from({ length: Math.ceil(items.length / onSheet) }, (_, at) => items.slice(at * onSheet, (at + 1) * onSheet));
  return sheets.map((slips) => (
    <PrintPage key={slips[0]?.code}>
      {slips.map(({ roomId, room, place, location, code }) => (
        <PrintBlock key={roomId} className="mb-[4mm] border border-dashed border-[#888] px-[6mm] py-[4mm] text-black">
          <p className="num text-[10pt]">
            {seating.name} · {formatDate(seating.startMs)} {formatTime(seating.startMs)}
          </p>
          <div className="flex items-baseline justify-between gap-[6mm]">
            <p className="font-serif text-[20pt] font-bold">{room === '' ? t('codesNoRoom') : room}</p>
            <p className="text-[10pt]">{[place, location].filter(Boolean).join(' ')}</p>
          </div>
          <div className="mt-[2mm] flex items-center justify-between gap-[6mm]">
            <div>
              <p className="text-[10pt]">{t('codes')}</p>
              <p className="font-mono text-[26pt] font-bold tracking-[0.08em]">{code}</p>
              <p className="mt-[1mm] text-[9.5pt]">{t('codesUse')}</p>
            </div>
            <div className="w-[24mm] flex-none">
              <QrPicture text={code} label={t('codePicture')} />
            </div>
          </div>
          <p className="mt-[3mm] flex justify-between text-[9.5pt]">
            <span>{t('codesOpenedBy')} ________________</span>
            <span>{t('codesOpenedAt')} ________________</span>
          </p>
        </PrintBlock>
      ))}
    </PrintPage>
  ));
}
