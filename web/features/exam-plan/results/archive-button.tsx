import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { makeCall, CallFailure } from '../../../platform/api/call.ts';
import { useAction } from '../../../platform/api/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Dialog } from '../../../ui/primitives/dialog.tsx';

/** Saves all records of an exam as one verifiable file. The dialog first lists the contents and explains the verification. */
export function ArchiveButton({ planId }: { planId: number }) {
  const { t } = useTranslation('score');
  const [open, setOpen] = useState(false);
  const make = useAction({ mutationFn: () => makeCall('/archive/make', { planId }, { quiet: true }) });
  const ask = () => {
    setOpen(true);
    make.mutate();
  };
  return (
    <>
      <Button data-press="again" onClick={ask}>
        {t('archive')}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t('archiveTitle')}
        description={t('archiveHolds')}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{t('cancel')}</Button>
            {make.data !== undefined && (
              <Button asChild variant="primary">
                <a href={make.data.url} download onClick={() => setOpen(false)}>
                  {t('archiveSave')}
                </a>
              </Button>
            )}
          </>
        }
      >
        {make.error instanceof CallFailure && (
          <p role="alert" className="text-sm text-seal">
            {make.error.message}
          </p>
        )}
        {make.data !== undefined && (
          <dl className="grid gap-1 text-sm">
            <dt className="text-muted-foreground">{t('archiveCheck')}</dt>
            <dd className="font-mono">{t('archiveCommand')}</dd>
            <dt className="mt-2 text-muted-foreground">{t('archivePrint')}</dt>
            <dd className="font-mono break-words">{make.data.print}</dd>
          </dl>
        )}
      </Dialog>
    </>
  );
}
