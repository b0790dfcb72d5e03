import { useTranslation } from '../../../lib/i18n.ts';
import { jobState } from '../../../../sync/contract/codes.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';

/** Shows the user's own import that is still running, begun in another tab or in one that was closed. */
export function RunningImport({ onShow }: { onShow: (jobId: number) => void }) {
  const { t } = useTranslation('questionFile');
  const running = useCall(
    '/job/getList',
    { pageSize: 1, filter: { kind: 'questionImport' } },
    { quiet: true, staleTime: 0, select: ({ items }) => items.find((job) => job.state <= jobState.running) ?? null },
  ).data;
  if (running === null || running === undefined) return null;
  return (
    <Strip
      tone="kept"
      live
      action={
        <Button size="sm" onClick={() => onShow(running.id)}>
          {t('showRunning')}
        </Button>
      }
    >
      {t('runningAlready')}
    </Strip>
  );
}
