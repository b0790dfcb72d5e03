import { useTranslation } from '../../../lib/i18n.ts';
import { useCall, useInvalidate } from '../../../platform/api/call-query.ts';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { makeCall, type CallFailure } from '../../../platform/api/call.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { Field } from '../../../ui/form/field.tsx';
import { useState, type ReactNode } from 'react';
import { Copy } from 'lucide-react';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { CodeInput } from '../../../ui/form/code-input.tsx';
import { Dialog } from '../../../ui/primitives/dialog.tsx';
import { QrPicture } from '../../../ui/print/qr-picture.tsx';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { accountCalls } from '../../../../sync/contract/people/account-calls.ts';
import { ApiTokenChoice } from './api-token-choice.tsx';
import { OwnPasswordField, type OwnFieldProps } from './own-password-field.tsx';

/** Shows whether two-step sign-in with the code of an authenticator app is on, and opens the dialogs that turn it on and off. */
export function SecondFactorPanel({ mayHaveApiTokens }: { mayHaveApiTokens: boolean }) {
  const { t } = useTranslation('account');
  const factor = useCall('/user/getSecondFactor', {});
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const { on = false, recoveryLeft = 0 } = factor.data ?? {};
  return (
    <Panel title={t('secondFactor')} bodyClassName="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      {factor.data === undefined ? (
        <LoadingState query={factor} className="h-12 w-full" />
      ) : (
        <>
          <p className="min-w-64 flex-1 text-[13.5px] text-muted-foreground">
            {t('secondFactorText')}
            {on && <span className="num block">{t('recoveryLeft', { count: recoveryLeft })}</span>}
          </p>
          {on && <Chip tone="delivered">{t('secondFactorIsOn')}</Chip>}
          <Button onClick={() => setIsAsking(true)}>{t(on ? 'secondFactorEnd' : 'secondFactorSetUp')}</Button>
        </>
      )}
      {isAsking && on && <EndSecondFactorDialog onClose={close} />}
      {isAsking && !on && <SetUpSecondFactorDialog mayHaveApiTokens={mayHaveApiTokens} onClose={close} />}
    </Panel>
  );
}

interface SecondFactorDialogProps {
  onClose: () => void;
}

/**
 * Sets up the second factor: asks for the password and which API tokens stay valid, shows the secret, takes its first code, and shows the
 * recovery codes once.
 */
function SetUpSecondFactorDialog({ mayHaveApiTokens, onClose }: SecondFactorDialogProps & { mayHaveApiTokens: boolean }) {
  const { t } = useTranslation('account');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [pendingSetup, setPendingSetup] = useState<{ secret: string; uri: string; setup: string } | null>(null);
  const [recovery, setRecovery] = useState<SecondFactorAnswer | null>(null);
  const [keptTokenIds, setKeptTokenIds] = useState<readonly number[]>([]);
  const apiTokens = useCall('/user/getApiTokens', {}, { enabled: mayHaveApiTokens });
  const tokens = mayHaveApiTokens ? apiTokens.data?.items : [];
  const revokedCount = tokens?.filter((token) => !keptTokenIds.includes(token.id)).length ?? 0;
  const invalidate = useInvalidate();
  const end = () => {
    onClose();
    void invalidate('/user/getSecondFactor', '/user/getSessions', '/user/getApiTokens');
  };
  if (recovery !== null) return <RecoveryDialog {...recovery} onClose={end} />;
  // Each dialog has another React key, so that the second click of a double click presses no button of the next dialog.
  if (pendingSetup === null)
    return (
      <ActionDialog
        key="password"
        title={t('secondFactorSetUp')}
        description={t('secondFactorNeeds')}
        confirm={t('next')}
        ready={password !== '' && tokens !== undefined}
        run={(quiet) => makeCall('/user/beginSecondFactor', { login_pwd: password }, quiet)}
        onDone={setPendingSetup}
        onClose={onClose}
      >
        {({ tried }) => (
          <>
            <OwnPasswordField value={password} onChange={setPassword} tried={tried} />
            {tokens === undefined && <LoadingState query={apiTokens} className="h-12" />}
            {tokens !== undefined && tokens.length > 0 && (
              <ApiTokenChoice tokens={tokens} keptTokenIds={keptTokenIds} onChange={setKeptTokenIds} />
            )}
          </>
        )}
      </ActionDialog>
    );
  return (
    <ActionDialog
      key="code"
      title={t('secondFactorSetUp')}
      description={t('scanSecret')}
      confirm={revokedCount === 0 ? t('secondFactorTurnOn') : t('secondFactorTurnOnRevoking', { count: revokedCount })}
      ready={code.trim() !== ''}
      run={(quiet) => makeCall('/user/confirmSecondFactor', { setup: pendingSetup.setup, code, kept_tokens: [...keptTokenIds] }, quiet)}
      onDone={setRecovery}
      onClose={onClose}
    >
      {({ tried, error }) => (
        <>
          <div className="mx-auto w-44">
            <QrPicture text={pendingSetup.uri} label={t('secretPicture')} />
          </div>
          <p className="text-center text-[13px] text-muted-foreground">
            {t('secretText')}
            <span className="num block font-mono text-sm break-all text-foreground select-all">
              {pendingSetup.secret.match(/.{1,4}/g)?.join(' ')}
            </span>
          </p>
          <CodeField value={code} onChange={setCode} tried={tried} error={error} />
        </>
      )}
    </ActionDialog>
  );
}

type SecondFactorAnswer = CallOutput<(typeof accountCalls)['confirmSecondFactor']>;

/** Shows the recovery codes once; the server stores only their hashes. */
function RecoveryDialog({ recovery, endedApiTokens, onClose }: SecondFactorDialogProps & SecondFactorAnswer) {
  const { t } = useTranslation('account');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(recovery.join('\n'));
      toast.success(t('recoveryCopied'));
    } catch {
      toast.error(t('recoveryNotCopied'));
    }
  };
  return (
    <Dialog
      open
      onlyButtonsClose
      onOpenChange={onClose}
      title={t('recoveryTitle')}
      description={t('recoveryText')}
      footer={
        <>
          <Button onClick={() => void copy()}>
            <Copy aria-hidden />
            {t('recoveryCopy')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('recoveryKept')}
          </Button>
        </>
      }
    >
      <ul aria-label={t('recoveryTitle')} className="num grid grid-cols-2 gap-2 text-center font-mono text-base font-semibold select-all">
        {recovery.map((each) => (
          <li key={each} className="rounded-lg bg-muted py-2">
            {each}
          </li>
        ))}
      </ul>
      {endedApiTokens > 0 && <p className="num mt-3 text-sm">{t('tokensRevoked', { count: endedApiTokens })}</p>}
    </Dialog>
  );
}

/** Turns two-step sign-in off. Asks for the password and a code of the authenticator app, or a recovery code. */
function EndSecondFactorDialog({ onClose }: SecondFactorDialogProps) {
  const { t } = useTranslation('account');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  return (
    <ActionDialog
      title={t('secondFactorEnd')}
      description={t('secondFactorEndText')}
      confirm={t('secondFactorEnd')}
      tone="sealSolid"
      ready={password !== '' && code.trim() !== ''}
      run={(quiet) => makeCall('/user/endSecondFactor', { login_pwd: password, code }, quiet)}
      invalidates={['/user/getSecondFactor']}
      doneText={t('secondFactorEnded')}
      onClose={onClose}
    >
      {({ tried, error }) => (
        <>
          <OwnPasswordField value={password} onChange={setPassword} tried={tried} />
          <CodeField value={code} onChange={setCode} tried={tried} error={error} hint={t('codeOrRecovery')} />
        </>
      )}
    </ActionDialog>
  );
}

/** Field for the code of an authenticator app. It is marked as invalid if the server refused the code. */
function CodeField({ value, onChange, tried, error, hint }: OwnFieldProps & { error: Error | null; hint?: ReactNode }) {
  const { t } = useTranslation('account');
  const refused = (error as CallFailure | null)?.fields?.some(({ path }) => path === 'code') === true;
  return (
    <Field
      label={t('code')}
      required
      error={tried && value.trim() === '' ? t('codeMissing') : undefined}
      {...(hint === undefined ? {} : { hint })}
    >
      {(control) => <CodeInput {...control} aria-invalid={refused || control['aria-invalid']} value={value} onChange={onChange} />}
    </Field>
  );
}
