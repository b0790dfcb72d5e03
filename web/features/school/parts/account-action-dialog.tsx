import { useTranslation } from '../../../lib/i18n.ts';
import { userStatus } from '../../../../sync/contract/codes.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import type { ListRow } from '../../../platform/api/list-query.ts';
import { useAction } from '../../../platform/api/use-action.ts';
import { AlertDialog } from '../../../ui/primitives/alert-dialog.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import type { ShownPassword } from './password-dialog.tsx';

export interface AccountActionRequest {
  readonly what: 'resetPassword' | 'disableAccount' | 'removeAccount';
  readonly account: ListRow<'/user/getList'>;
}

interface AccountAskDialogProps {
  ask: AccountActionRequest | null;
  onClose: () => void;
  onPassword: (given: ShownPassword) => void;
}

/** Confirms a password reset, or disabling or removing an account. */
export function AccountActionDialog({ ask, onClose, onPassword }: AccountAskDialogProps) {
  const { t } = useTranslation('school');
  const invalidate = useInvalidate();
  const act = useAction({
    mutationFn: async ({ what, account: { id, version } }: AccountActionRequest) => {
      if (what === 'removeAccount') await makeCall('/user/remove', { id, version }, { quiet: true });
      else if (what === 'disableAccount')
        await makeCall('/user/setStatus', { items: [{ id, version }], status: userStatus.disabled }, { quiet: true });
      else return (await makeCall('/user/resetPassword', { ids: [id] }, { quiet: true })).passwords[0];
      return undefined;
    },
    onSuccess: (given, { what }) => {
      if (given !== undefined) onPassword({ name: given.name, loginName: given.login_name, password: given.password });
      else if (what !== 'resetPassword') toast.success(t(`${what}Done`));
      onClose();
    },
    onSettled: () => invalidate('/user', '/school'),
  });
  const close = () => {
    act.reset();
    onClose();
  };
  const what = ask?.what ?? 'resetPassword';
  const name = ask?.account.name ?? '';
  return (
    <AlertDialog
      open={ask !== null}
      onOpenChange={(open) => !open && close()}
      title={t(`${what}Title`, { name })}
      cancel={t('keep')}
      confirm={t(what === 'resetPassword' ? 'resetPassword' : what === 'disableAccount' ? 'disable' : 'remove')}
      tone={what === 'resetPassword' ? 'primary' : 'sealSolid'}
      busy={act.isPending}
      error={act.error}
      onConfirm={() => ask !== null && act.mutate(ask)}
    >
      {t(`${what}Text`)}
    </AlertDialog>
  );
}
