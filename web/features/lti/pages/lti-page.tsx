import { useTranslation } from '../../../lib/i18n.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { CopyField } from '../../../ui/form/copy-field.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { LtiForm } from '../parts/lti-form.tsx';

/** Shows the registration of the learning platform that opens courses, and our own addresses to register there. */
export function LtiPage() {
  const { t } = useTranslation(['lti', 'words']);
  const platform = useCall('/lti/get', {});
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader />
      <p className="max-w-[64em] text-sm text-muted-foreground">{t('description')}</p>
      {platform.data === undefined ? (
        <LoadingState query={platform} className="h-96 rounded-xl" />
      ) : (
        <div className="grid items-start gap-3.5 lg:grid-cols-[minmax(0,1fr)_360px]">
          <LtiForm saved={platform.data} />
          <OwnAddresses {...platform.data} />
        </div>
      )}
    </div>
  );
}

interface OwnAddressesProps {
  readonly loginAddress: string;
  readonly launchAddress: string;
}

/** Lists the values that the learning platform asks for. */
function OwnAddresses({ loginAddress, launchAddress }: OwnAddressesProps) {
  const { t } = useTranslation('lti');
  return (
    <Panel title={t('enterThere')} className="lg:sticky lg:top-3.5" bodyClassName="flex flex-col gap-4 px-4 py-3.5">
      {loginAddress === '' ? (
        <Strip tone="kept">{t('addressMissing')}</Strip>
      ) : (
        <>
          <CopyField label={t('loginAddress')} hint={t('loginAddressHint')} value={loginAddress} />
          <CopyField label={t('launchAddress')} hint={t('launchAddressHint')} value={launchAddress} />
        </>
      )}
      <p className="text-[13px] text-muted-foreground">{t('courseNote')}</p>
    </Panel>
  );
}
