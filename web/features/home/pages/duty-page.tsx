import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../lib/format-time.ts';
import { DutyList } from '../../../platform/duty-list.tsx';
import { sessionUserAtom } from '../../../platform/session-atoms.ts';
import { PageHeader } from '../../../ui/page-header.tsx';

/** Where whoever invigilates lands: what they are to do, and when. */
export function DutyPage() {
  const { t } = useTranslation('home');
  const user = useAtomValue(sessionUserAtom);
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={t('greeting', { name: user?.name ?? '' })}
        beside={<span className="num text-[13px] text-muted-foreground">{formatDate(Date.now())}</span>}
      />
      <DutyList />
    </div>
  );
}
