import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { examCalls } from '../../../../sync/contract/exams/exam.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { formatDate, formatTime } from '../../../lib/format-time.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { PrintBlock, PrintPage } from '../../../ui/print/print-layout.tsx';
import { QrPicture } from '../../../ui/print/qr-picture.tsx';
import type { PlanSeatingView } from '../seating/seating-queries.ts';

const onSheet = 4;

type ReleaseCodes = CallOutput<(typeof examCalls)['showReleaseCodes']>;

/** Stands in for the release codes until they are shown: loading waits for a click, because each look is audited. */
export function HiddenCodesNote({ seating, busy, onShow }: { seating: PlanSeatingView; busy: boolean; onShow: () => void }) {
  const { t } = useTranslation('amend');
  return (
    <EmptyState
      title={t(seating.published ? 'codesHidden' : 'codesUnpublished')}
      {...(seating.published && {
        action: (
          <Button variant="primary" busy={busy} className="print:hidden" onClick={onShow}>
            {t('codesShow')}
          </Button>
        ),
      })}
    >
      {t(seating.published ? 'codesWarn' : 'codesLater')}
    </EmptyState>
  );
}

/** Prints the release codes, one slip a room, to be sealed in envelopes. */
export function CodeSheet({ seating, codes }: { seating: PlanSeatingView; codes: ReleaseCodes }) {
  const { t } = useTranslation('amend');
  const known = new Map(seating.rooms.map((room) => [room.id, room]));
  const items = codes.rooms.map(({ roomId, name, code }) => {
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
