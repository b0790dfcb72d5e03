import { useTranslation } from '../../../lib/i18n.ts';
import { userStatus } from '../../../../sync/contract/codes.ts';
import { makeCall } from '../../../platform/api/call.ts';
import type { ListRow } from '../../../platform/api/list-query.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import type { ShownPassword } from './password-dialog.tsx';

export interface AccountActionRequest {
  readonly what: 'resetPassword' | 'disableAccount' | 'removeAccount';
  readonly account: ListRow<'/user/getList'>;
}

interface AccountAskDialogProps {
  ask: AccountActionRequest;
  onClose: () => void;
  onPassword: (given: ShownPassword) => void;
}

/** Confirms a password reset, or disabling or removing an account. */
export function AccountActionDialog({ ask: { what, account }, onClose, onPassword }: AccountAskDialogProps) {
  const { t } = useTranslation('school');
  const { id, version, name } = account;
  return (
    <ConfirmDialog
      title={t(`${what}Title`, { name })}
      cancel={t('keep')}
      confirm={t(what === 'resetPassword' ? 'resetPassword' : what === 'disableAccount' ? 'disable' : 'remove')}
      tone={what === 'resetPassword' ? 'primary' : 'sealSolid'}
      run={async (quiet) => {
        if (what === 'removeAccount') await makeCall('/user/remove', { id, version }, quiet);
        else if (what === 'disableAccount')
          await makeCall('/user/setStatus', { items: [{ id, version }], status: userStatus.disabled }, quiet);
        else return (await makeCall('/user/resetPassword', { ids: [id] }, quiet)).passwords[0];
        return undefined;
      }}
      invalidates={['/user', '/school']}
      {...(what === 'resetPassword' ? {} : { doneText: t(`${what}Done`) })}
      onDone={(given) => {
        if (given !== undefined) onPassword({ name: given.name, loginName: given.login_name, password: given.password });
        onClose();
      }}
      onClose={onClose}
    >
      {t(`${what}Text`)}
    </ConfirmDialog>
  );
}
