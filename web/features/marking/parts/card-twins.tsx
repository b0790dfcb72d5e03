import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { getCardScanPath, type OpenedScan } from '../card-queries.ts';

interface ComparedPictureProps {
  title: string;
  fileName: string;
  url: string;
  aside?: ReactNode;
}

/** Shows one of two pictures that a person compares. */
export function ComparedPicture({ title, fileName, url, aside }: ComparedPictureProps) {
  const { t } = useTranslation('cards');
  return (
    <Panel title={title} aside={aside}>
      <img src={url} alt={t('picture', { name: fileName })} className="block w-full rounded-b-xl bg-muted" />
    </Panel>
  );
}

/** Shows the other pictures of the same card page, each with a link. */
export function CardTwins({ scan }: { scan: OpenedScan }) {
  const { t } = useTranslation('cards');
  return scan.twins.map(({ scanId, fileName, url, entered }) => (
    <ComparedPicture
      key={scanId}
      title={t(entered ? 'enteredPicture' : 'otherPicture', { name: fileName })}
      fileName={fileName}
      url={url}
      aside={
        <LinkButton size="sm" to={getCardScanPath(scan.planId, scanId)}>
          {t('openOther')}
        </LinkButton>
      }
    />
  ));
}

interface CorrectEntryProps {
  scan: OpenedScan;
  /** True if the corrected card still needs points for written questions. */
  needsPoints: boolean;
  isSaving: boolean;
  onKeep: () => void;
  onCorrected: () => void;
}

/** Asks whether a picture that was scanned later corrects the entry of its page. */
export function CorrectEntry({ scan, needsPoints, isSaving, onKeep, onCorrected }: CorrectEntryProps) {
  const { t } = useTranslation('cards');
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button busy={isSaving} onClick={onKeep}>
        {t('keepEntry')}
      </Button>
      <Button variant="primary" onClick={() => setIsAsking(true)}>
        {t('correct')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('correctTitle', { name: scan.fileName })}
          confirm={t('correct')}
          run={(quiet) => makeCall('/card/decide', { planId: scan.planId, scanId: scan.scanId, decision: { kind: 'correct' } }, quiet)}
          invalidates={['/card', '/marking']}
          doneText={t('correctedToast')}
          onDone={onCorrected}
          onClose={() => setIsAsking(false)}
        >
          <p>{t('correctText')}</p>
          {needsPoints && <p className="mt-2">{t('correctWritten')}</p>}
        </ConfirmDialog>
      )}
    </>
  );
}
