import { Copy } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Dialog } from '../../../ui/primitives/dialog.tsx';
import { toast } from '../../../ui/feedback/toast.ts';

export interface ShownPassword {
  readonly name: string;
  readonly loginName: string;
  readonly password: string;
}

interface PasswordDialogProps {
  password: ShownPassword | null;
  /** Website code for the URL of the school's sign-in page, if the list is of one school. */
  website?: string | undefined;
  onClose: () => void;
}

/** Shows an initial password once; the server stores only its hash. */
export function PasswordDialog({ password: given, website, onClose }: PasswordDialogProps) {
  const { t } = useTranslation(['school', 'words']);
  const address = website === undefined ? null : `${location.origin}/login/${website}`;
  const copy = async (): Promise<void> => {
    try {
      const lines = [
        ...(address === null ? [] : [[t('signInAt'), address]]),
        [t('words:loginName'), given?.loginName],
        [t('password'), given?.password],
      ];
      await navigator.clipboard.writeText(lines.map((line) => line.join(' ')).join('\n'));
      toast.success(t('copied'));
    } catch {
      toast.error(t('copyFailed'));
    }
  };
  return (
    <Dialog
      open={given !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t('passwordTitle', { name: given?.name ?? '' })}
      description={t('passwordText')}
      footer={
        <>
          <Button onClick={() => void copy()}>
            <Copy aria-hidden />
            {t('copy')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('noted')}
          </Button>
        </>
      }
    >
      <dl className="grid grid-cols-[7rem_1fr] items-baseline gap-y-2 text-sm">
        {address !== null && (
          <>
            <dt className="text-muted-foreground">{t('signInAt')}</dt>
            <dd className="num break-all select-all">{address}</dd>
          </>
        )}
        <dt className="text-muted-foreground">{t('words:loginName')}</dt>
        <dd className="font-medium">{given?.loginName}</dd>
        <dt className="text-muted-foreground">{t('password')}</dt>
        <dd className="num font-mono text-xl font-semibold tracking-wide select-all">{given?.password}</dd>
      </dl>
    </Dialog>
  );
}
