import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.ts';

export interface GivenPassword {
  readonly name: string;
  readonly loginName: string;
  readonly password: string;
}

/** An initial password, shown this once: only its hash is kept. */
export function PasswordDialog({ given, onClose }: { given: GivenPassword | null; onClose: () => void }) {
  const { t } = useTranslation('school');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(given?.password ?? '');
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
        <dt className="text-muted-foreground">{t('loginName')}</dt>
        <dd className="font-medium">{given?.loginName}</dd>
        <dt className="text-muted-foreground">{t('password')}</dt>
        <dd className="num font-mono text-xl font-semibold tracking-wide select-all">{given?.password}</dd>
      </dl>
    </Dialog>
  );
}
