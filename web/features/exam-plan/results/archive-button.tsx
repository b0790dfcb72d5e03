import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { Button } from '../../../ui/primitives/button.tsx';

/** Saves all records of an exam as one verifiable file. The dialog lists the contents, makes the file, and explains the verification. */
export function ArchiveButton({ planId }: { planId: number }) {
  const { t } = useTranslation('score');
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('archive')}</Button>
      {asking && (
        <ActionDialog
          title={t('archiveTitle')}
          confirm={t('archiveMake')}
          run={(quiet) => makeCall('/archive/make', { planId }, quiet)}
          result={({ url, print, paperUntil, until }) => (
            <>
              <dl className="grid gap-1 text-sm">
                <dt className="text-muted-foreground">{t('archiveCheck')}</dt>
                <dd className="font-mono">{t('archiveCommand')}</dd>
                <dt className="mt-2 text-muted-foreground">{t('archivePrint')}</dt>
                <dd className="font-mono break-words">{print}</dd>
                <dt className="mt-2 text-muted-foreground">{t('archiveUntil')}</dt>
                <dd className="num">{t('archiveUntilDays', { paper: paperUntil, electronic: until })}</dd>
              </dl>
              <Button asChild variant="primary" className="mt-4">
                <a href={url} download onClick={close}>
                  {t('archiveSave')}
                </a>
              </Button>
            </>
          )}
          onClose={close}
        >
          <p className="text-sm leading-relaxed">{t('archiveHolds')}</p>
        </ActionDialog>
      )}
    </>
  );
}
