import { useTranslation } from '../../../lib/i18n.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { Progress } from '../../../ui/primitives/progress.tsx';

const everyMs = 400;
const steps = { checking: 'stepChecking', preparing: 'stepPreparing', writing: 'stepWriting' } as const;

/** Shows the progress of an import. While the server writes, its transaction blocks the reply, so the last figures stay visible. */
export function PeopleImportProgressBar({ progressKey }: { progressKey: string }) {
  const { t } = useTranslation('people');
  const { data } = useCall('/user/getImportProgress', { progress_key: progressKey }, { quiet: true, refetchInterval: everyMs, gcTime: 0 });
  const { step, done, total } = data ?? { step: 'checking' as const, done: 0, total: 0 };
  const figures = total === 0 ? t('reading') : t(steps[step], { done, total });
  return (
    <div className="flex flex-col gap-1.5">
      <p role="status" className="num text-sm text-muted-foreground">
        {figures}
      </p>
      <Progress value={total === 0 ? null : done / total} label={figures} />
    </div>
  );
}
