import { useTranslation } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Dialog } from '../../../ui/primitives/dialog.tsx';
import { QrPicture } from '../../../ui/print/qr-picture.tsx';
import type { SeatCode } from '../model/room-command-input.ts';

/** Shows one code of ten characters per seat, large enough to read aloud, and as a QR code for a scanner that acts as a keyboard. */
export function SeatCodeList({ kind: of, codes, onClose }: { kind: 'grant' | 'move'; codes: readonly SeatCode[]; onClose: () => void }) {
  const { t } = useTranslation('invigilation');
  const title = t(of === 'move' ? 'moveCode' : 'grantCodes');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={t(of === 'move' ? 'moveHint' : 'grantHint')}
      footer={
        <Button size="lg" variant="primary" onClick={onClose}>
          {t('codesClose')}
        </Button>
      }
    >
      <ul className="divide-y">
        {codes.map(({ seatName, code }) => (
          <li key={seatName} className="flex flex-wrap items-center justify-between gap-3 py-2">
            <span>{seatName}</span>
            {code === null ? (
              <span className="text-muted-foreground">{t(of === 'move' ? 'noMoveCode' : 'noGrantLeft')}</span>
            ) : (
              <span className="flex items-center gap-3">
                <output aria-label={`${title} ${seatName}`} className="font-mono text-[26px] font-semibold tracking-wider">
                  {code}
                </output>
                <span className="w-24 flex-none">
                  <QrPicture text={code} label={t('codePicture', { code })} />
                </span>
              </span>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
