import { useId, useState } from 'react';
import { type ApiScope, apiScopes } from '../../../../sync/contract/people/api-token.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { CopiedText } from '../../../ui/form/copy-field.tsx';
import { Field, FieldErrorText, RequiredMark } from '../../../ui/form/field.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { Checkbox } from '../../../ui/primitives/checkbox.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { type ApiToken, ApiTokenDates } from './api-token-choice.tsx';
import { OwnPasswordField } from './own-password-field.tsx';

/** Lists the user's API tokens; creates and revokes them. Not shown to users who may create none. */
export function ApiTokenPanel() {
  const { t } = useTranslation('account');
  const tokens = useCall('/user/getApiTokens', {});
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<ApiToken | null>(null);
  const { items = [], scopes = [] } = tokens.data ?? {};
  if (tokens.data !== undefined && scopes.length === 0) return null;
  return (
    <Panel title={t('apiTokens')} aside={<Button onClick={() => setCreating(true)}>{t('apiTokenCreate')}</Button>}>
      {tokens.data === undefined && <LoadingState query={tokens} className="m-4 h-20" />}
      <p className="border-b px-4 py-3 text-[13.5px] text-muted-foreground">{t('apiTokensText')}</p>
      {tokens.data !== undefined && items.length === 0 && (
        <p className="px-4 py-3 text-[13.5px] text-muted-foreground">{t('apiTokensNone')}</p>
      )}
      <ul className="num">
        {items.map((token) => (
          <TokenRow key={token.id} token={token} now={tokens.dataUpdatedAt} onRevoke={() => setRevoked(token)} />
        ))}
      </ul>
      {isCreating && <CreateTokenDialog scopes={scopes} onClose={() => setCreating(false)} />}
      {revoked !== null && (
        <ConfirmDialog
          title={t('apiTokenRevokeTitle', { name: revoked.name })}
          confirm={t('apiTokenRevoke')}
          tone="sealSolid"
          run={(quiet) => makeCall('/user/removeApiToken', { token_id: revoked.id }, quiet)}
          invalidates={['/user/getApiTokens']}
          doneText={t('apiTokenRevoked')}
          onClose={() => setRevoked(null)}
        >
          {t('apiTokenRevokeText')}
        </ConfirmDialog>
      )}
    </Panel>
  );
}

function TokenRow({ token, now, onRevoke }: { token: ApiToken; now: number; onRevoke: () => void }) {
  const { t } = useTranslation('account');
  const isOver = token.expires_ms <= now;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b px-4 py-2.5 text-[13.5px] last:border-b-0">
      <span className="flex min-w-52 items-center gap-2 font-medium">
        {token.name}
        {isOver && <Chip tone="kept">{t('apiTokenOver')}</Chip>}
      </span>
      <span className="min-w-0 flex-1 text-muted-foreground">
        {token.scopes.map((scope) => t(`scopes.${scope}`)).join(t('listJoin'))}
        <ApiTokenDates token={token} />
      </span>
      <Button size="sm" aria-label={`${t('apiTokenRevoke')} ${token.name}`} onClick={onRevoke}>
        {t('apiTokenRevoke')}
      </Button>
    </li>
  );
}

const lives = [30, 90, 180, 365] as const;

/** Asks for a token's name, scopes and life, and shows the token once. `scopes`: those the user may choose from. */
function CreateTokenDialog({ scopes, onClose }: { scopes: readonly ApiScope[]; onClose: () => void }) {
  const { t } = useTranslation('account');
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly ApiScope[]>([]);
  const [days, setDays] = useState('90');
  const [password, setPassword] = useState('');
  return (
    <ActionDialog
      title={t('apiTokenCreate')}
      confirm={t('apiTokenCreate')}
      ready={name.trim() !== '' && chosen.length > 0 && password !== ''}
      run={(quiet) =>
        makeCall('/user/addApiToken', { name: name.trim(), scopes: [...chosen], days: Number(days), login_pwd: password }, quiet)
      }
      invalidates={['/user/getApiTokens']}
      resultIsShownOnce
      result={({ token }) => <CopiedText label={t('apiToken')} text={token} hint={t('apiTokenOnce')} />}
      onClose={onClose}
    >
      {({ tried }) => (
        <>
          <Field
            label={t('apiTokenName')}
            hint={t('apiTokenNameHint')}
            required
            error={tried && name.trim() === '' ? t('apiTokenNameMissing') : undefined}
          >
            {(control) => (
              <Input {...control} maxLength={40} autoComplete="off" value={name} onChange={(event) => setName(event.target.value)} />
            )}
          </Field>
          <ScopeBoxes scopes={scopes} chosen={chosen} onChange={setChosen} isMissing={tried && chosen.length === 0} />
          <Field label={t('apiTokenLife')}>
            {(control) => (
              <Select
                {...control}
                value={days}
                onChange={setDays}
                choices={lives.map((count) => ({ value: String(count), label: t('days', { count }) }))}
              />
            )}
          </Field>
          <OwnPasswordField value={password} onChange={setPassword} tried={tried} />
        </>
      )}
    </ActionDialog>
  );
}

interface ScopeBoxesProps {
  readonly scopes: readonly ApiScope[];
  readonly chosen: readonly ApiScope[];
  readonly onChange: (chosen: readonly ApiScope[]) => void;
  readonly isMissing: boolean;
}

function ScopeBoxes({ scopes, chosen, onChange, isMissing }: ScopeBoxesProps) {
  const { t } = useTranslation('account');
  const id = useId();
  return (
    <fieldset className="flex flex-col gap-2" data-missing={isMissing ? true : undefined}>
      <legend className="mb-2 text-sm font-medium">
        {t('apiTokenScopes')}
        <RequiredMark />
      </legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {apiScopes
          .filter((scope) => scopes.includes(scope))
          .map((scope) => (
            <label key={scope} htmlFor={`${id}${scope}`} className="flex items-start gap-2 text-sm">
              <Checkbox
                id={`${id}${scope}`}
                className="mt-0.5"
                checked={chosen.includes(scope)}
                onCheckedChange={(on) => onChange(on === true ? [...chosen, scope] : chosen.filter((other) => other !== scope))}
              />
              {t(`scopes.${scope}`)}
            </label>
          ))}
      </div>
      {isMissing && <FieldErrorText>{t('apiTokenScopesMissing')}</FieldErrorText>}
    </fieldset>
  );
}
