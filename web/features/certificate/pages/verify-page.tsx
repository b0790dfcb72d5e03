import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useNavigate, useParams } from 'react-router-dom';
import { formatDate } from '../../../lib/format-time.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { QueryFailure } from '../../../ui/feedback/loading-state.tsx';
import { OwnQueries } from '../../../platform/api/own-queries.tsx';

/** Lets anyone check whether a certificate is genuine. /verify, /verify/{number} */
export const VerifyPage = () => (
  <OwnQueries>
    <Verify />
  </OwnQueries>
);

function Verify() {
  const { t } = useTranslation(['certificate', 'words']);
  const { number = '' } = useParams();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(number);
  const verification = useCall('/certificate/verify', { number }, { quiet: true, enabled: number !== '' });
  const { data } = verification;
  return (
    <main className="mx-auto flex max-w-md flex-col gap-4 px-4 py-10">
      <h1 className="text-2xl font-bold">{t('words:verify')}</h1>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          const plain = typed.replaceAll(/\s/g, '').toUpperCase();
          if (plain !== '') void navigate(`/verify/${encodeURIComponent(plain)}`, { replace: true });
        }}
      >
        <Field label={t('number')} hint={t('verifyHint')}>
          {(control) => (
            <Input
              {...control}
              value={typed}
              maxLength={40}
              autoComplete="off"
              onChange={(event) => setTyped(event.target.value)}
              className="num font-mono"
            />
          )}
        </Field>
        <Button type="submit" variant="primary" busy={verification.isFetching}>
          {t('verify')}
        </Button>
      </form>
      {verification.error !== null && <QueryFailure error={verification.error} onRetry={() => void verification.refetch()} />}
      {data !== undefined && (
        <Panel bodyClassName="flex flex-col gap-3 p-4">
          <output>
            <Chip tone={data.valid ? 'delivered' : 'seal'} className="text-base">
              {t(data.valid ? 'valid' : data.found ? 'invalid' : 'unknown')}
            </Chip>
          </output>
          {data.found && data.level !== null && data.issuedMs !== null && (
            <dl className="num grid grid-cols-[6rem_1fr] gap-y-2 text-sm">
              <dt className="text-muted-foreground">{t('words:personName')}</dt>
              <dd>{data.name}</dd>
              <dt className="text-muted-foreground">{t('professionName')}</dt>
              <dd>{data.profession}</dd>
              <dt className="text-muted-foreground">{t('levelName')}</dt>
              <dd>{t(`levels_${data.level}`)}</dd>
              {data.missing.map((part) => (
                <div key={part} className="contents">
                  <dt className="text-muted-foreground">{t(`part_${part}`)}</dt>
                  <dd>{t('notAssessed')}</dd>
                </div>
              ))}
              <dt className="text-muted-foreground">{t('issuedOn')}</dt>
              <dd>{formatDate(data.issuedMs)}</dd>
            </dl>
          )}
        </Panel>
      )}
    </main>
  );
}
