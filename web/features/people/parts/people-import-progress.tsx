import { useTranslation } from '../../../lib/i18n.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { ImportProgress } from '../../../platform/imports/import-summary.tsx';

const everyMs = 400;
const steps = { checking: 'stepChecking', preparing: 'stepPreparing', writing: 'stepWriting' } as const;

/** Shows the progress of an import. While the server writes, its transaction blocks the reply, so the last figures stay visible. */
export function PeopleImportProgress({ progressKey }: { progressKey: string }) {
  const { t } = useTranslation('people');
  const { data } = useCall('/user/getImportProgress', { progress_key: progressKey }, { quiet: true, refetchInterval: everyMs, gcTime: 0 });
  const { step, done, total } = data ?? { step: 'checking' as const, done: 0, total: 0 };
  return <ImportProgress text={total === 0 ? t('reading') : t(steps[step], { done, total })} done={done} total={total} />;
}
