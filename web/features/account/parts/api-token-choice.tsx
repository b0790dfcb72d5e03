import { useId } from 'react';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { apiTokenCalls } from '../../../../sync/contract/people/api-token.ts';
import { formatDate, formatDateTime } from '../../../lib/format-time.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { Checkbox } from '../../../ui/primitives/checkbox.tsx';

export type ApiToken = CallOutput<(typeof apiTokenCalls)['getApiTokens']>['items'][number];

interface ApiTokenChoiceProps {
  readonly tokens: readonly ApiToken[];
  /** Ids of the tokens that stay valid. */
  readonly keptTokenIds: readonly number[];
  readonly onChange: (kept: readonly number[]) => void;
}

/** Asks which API tokens stay valid when the user turns on two-step sign-in. */
export function ApiTokenChoice({ tokens, keptTokenIds, onChange }: ApiTokenChoiceProps) {
  const { t } = useTranslation('account');
  const id = useId();
  return (
    <fieldset aria-describedby={`${id}hint`} className="flex flex-col gap-2">
      <legend className="mb-2 text-sm font-medium">{t('tokensToKeep')}</legend>
      <p id={`${id}hint`} className="text-[13px] text-muted-foreground">
        {t('tokensToKeepText')}
      </p>
      {tokens.map((token) => (
        <label key={token.id} htmlFor={`${id}${token.id}`} className="flex items-start gap-2 text-sm">
          <Checkbox
            id={`${id}${token.id}`}
            className="mt-0.5"
            checked={keptTokenIds.includes(token.id)}
            onCheckedChange={(on) =>
              onChange(on === true ? [...keptTokenIds, token.id] : keptTokenIds.filter((other) => other !== token.id))
            }
          />
          <span className="min-w-0">
            {token.name}
            <ApiTokenDates token={token} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Shows until when a token is valid and when it was last used. */
export function ApiTokenDates({ token }: { token: ApiToken }) {
  const { t } = useTranslation('account');
  return (
    <span className="num block text-muted-foreground">
      {t('apiTokenUntil', { date: formatDate(token.expires_ms) })} · {t('lastUse')}{' '}
      {token.used_ms === null ? t('never') : formatDateTime(token.used_ms)}
    </span>
  );
}
