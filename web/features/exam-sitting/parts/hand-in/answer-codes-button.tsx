import { QrCode } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { AnswerCodesDialog } from './answer-codes-dialog.tsx';

/** Opens the QR codes by which answers reach the invigilator's tablet (SY7a), for rooms where memory sticks are missing or forbidden. */
export function AnswerCodesButton({ attemptIds, small }: { attemptIds: readonly string[]; small?: true }) {
  const { t } = useTranslation('examAround');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button {...(small && { size: 'sm' })} onClick={() => setOpen(true)}>
        <QrCode aria-hidden />
        {t('codes.do')}
      </Button>
      {open && <AnswerCodesDialog attemptIds={attemptIds} onClose={() => setOpen(false)} />}
    </>
  );
}
