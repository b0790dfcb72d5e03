import { useTranslation } from '../../../lib/i18n.ts';
import { userStatus } from '../../../../sync/contract/codes.ts';
import { call } from '../../../platform/call.ts';
import type { RowOf } from '../../../platform/list-query.ts';
import { useAction } from '../../../platform/use-action.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import type { GivenPassword } from './password-dialog.tsx';

export interface AccountAsk {
  readonly what: 'resetPassword' | 'disableAccount' | 'removeAccount';
  readonly account: RowOf<'/user/getList'>;
}

interface AccountAskDialogProps {
  ask: AccountAsk | null;
  onClose: () => void;
  onPassword: (given: GivenPassword) => void;
}

/** Confirms a password reset, or disabling or removing an account. */
export function AccountAskDialog({ ask, onClose, onPassword }: AccountAskDialogProps) {
  const { t } = useTranslation('school');
  const act = useAction({
    mutationFn: async ({ what, account: { id, version } }: AccountAsk) => {
      if (what === 'removeAccount') await call('/user/remove', { id, version });
      else if (what === 'disableAccount') await call('/user/setStatus', { items: [{ id, version }], status: userStatus.disabled });
      else return (await call('/user/resetPassword', { ids: [id] })).passwords[0];
      return undefined;
    },
    onSuccess: (given, { what }) => {
      if (given !== undefined) onPassword({ name: given.name, loginName: given.login_name, password: given.password });
      else if (what !== 'resetPassword') toast.success(t(`${what}Done`));
    },
    onSettled: onClose,
  });
  const what = ask?.what ?? 'resetPassword';
  const name = ask?.account.name ?? '';
  return (
    <AlertDialog
      open={ask !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t(`${what}Title`, { name })}
      cancel={t('keep')}
      confirm={t(what === 'resetPassword' ? 'resetPassword' : what === 'disableAccount' ? 'disable' : 'remove')}
      tone={what === 'resetPassword' ? 'primary' : 'sealSolid'}
      busy={act.isPending}
      onConfirm={() => ask !== null && act.mutate(ask)}
    >
      {t(`${what}Text`)}
    </AlertDialog>
  );
}
