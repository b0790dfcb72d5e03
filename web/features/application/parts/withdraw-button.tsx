import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { type ApplicationKind, applicationKinds } from '../../../../sync/domain/applications/application-machine.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { applicationCallsByKind } from '../application-calls.ts';
import type { OwnApplications } from '../application-queries.ts';

/** Withdraws a submitted application, if its status allows that. */
export function WithdrawApplicationButton({
  kind,
  own: { id, version, status },
}: {
  kind: ApplicationKind;
  own: NonNullable<OwnApplications['own']>;
}) {
  const { t } = useTranslation(['application', 'words']);
  const [asking, setAsking] = useState(false);
  // A refused dialog stays open, although the new status may not allow a withdrawal any more.
  if (!asking && applicationKinds[kind].next(status, 'withdraw') === undefined) return null;
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        <Undo2 aria-hidden />
        {t('words:withdraw')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('withdrawTitle')}
          confirm={t('withdrawNow')}
          run={() => applicationCallsByKind[kind].withdraw({ id, version })}
          invalidates={[`/${kind}`]}
          doneText={t('withdrawn')}
          onClose={() => setAsking(false)}
        >
          {t('withdrawAsk')}
        </ConfirmDialog>
      )}
    </>
  );
}
