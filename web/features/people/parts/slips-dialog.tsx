import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Dialog } from '../../../ui/primitives/dialog.tsx';
import type { IssuedPassword } from '../people-queries.ts';
import { PasswordSlip } from './password-slip.tsx';
import { SlipsLeaveDialog } from './slips-leave-dialog.tsx';

/** Shows new initial passwords. A single password can be read off the screen; several must be saved to a file first, or the user confirms closing. */
export function SlipsDialog({ slips, onClose }: { slips: readonly IssuedPassword[]; onClose: () => void }) {
  const { t } = useTranslation('people');
  const [kept, setKept] = useState(slips.length === 1);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Dialog open onOpenChange={() => (kept ? onClose() : setAsking(true))} title={t('passwordTitle')}>
        <PasswordSlip slips={slips} onKept={kept ? undefined : () => setKept(true)} />
      </Dialog>
      {asking && <SlipsLeaveDialog count={slips.length} onStay={() => setAsking(false)} onLeave={onClose} />}
    </>
  );
}
