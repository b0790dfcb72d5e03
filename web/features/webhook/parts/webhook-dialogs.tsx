import { useTranslation } from '../../../lib/i18n.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { CopiedText } from '../../../ui/form/copy-field.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import type { Webhook } from '../webhook-calls.ts';

export interface WebhookDialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** Creates or replaces the secret of a webhook, and shows it once. */
export function SecretDialog({ webhook, onClose }: WebhookDialogProps) {
  const { t } = useTranslation('webhook');
  const isFirst = webhook.state === 'noSecret';
  return (
    <ActionDialog
      title={t('secretTitle', { name: webhook.name })}
      confirm={t(isFirst ? 'secretCreate' : 'secretReplace')}
      run={(quiet) => makeCall('/webhook/newSecret', { id: webhook.id }, quiet)}
      invalidates={['/webhook']}
      resultIsShownOnce
      result={({ secret }) => <CopiedText label={t('secret')} text={secret} hint={t('secretOnce')} />}
      onClose={onClose}
    >
      <p className="text-sm">{t(isFirst ? 'secretText' : 'secretReplaceText')}</p>
    </ActionDialog>
  );
}

/** Sends a test to a webhook, and shows what its receiver answered. */
export function TestDialog({ webhook, onClose }: WebhookDialogProps) {
  const { t } = useTranslation('webhook');
  return (
    <ActionDialog
      title={t('testTitle', { name: webhook.name })}
      confirm={t('test')}
      run={(quiet) => makeCall('/webhook/test', { id: webhook.id }, quiet)}
      invalidates={['/webhook']}
      result={({ ok, text }) => <Strip tone={ok ? 'delivered' : 'seal'}>{text}</Strip>}
      onClose={onClose}
    >
      <p className="text-sm">{t('testText')}</p>
      <p className="num break-all text-[13px] text-muted-foreground">{webhook.address}</p>
    </ActionDialog>
  );
}

/** Resumes a webhook that the server paused after deliveries had failed for a day. */
export function ResumeDialog({ webhook, onClose }: WebhookDialogProps) {
  const { t } = useTranslation('webhook');
  return (
    <ConfirmDialog
      title={t('resumeTitle', { name: webhook.name })}
      confirm={t('resume')}
      run={(quiet) => makeCall('/webhook/resume', { id: webhook.id }, quiet)}
      invalidates={['/webhook']}
      doneText={t('resumed')}
      onClose={onClose}
    >
      {t('resumeText', { count: webhook.waiting })}
    </ConfirmDialog>
  );
}
