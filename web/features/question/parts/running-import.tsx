import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../lib/i18n.ts';
import { jobState } from '../../../../sync/contract/codes.ts';
import { call } from '../../../platform/call.ts';
import { Button } from '../../../ui/button.tsx';
import { Strip } from '../../../ui/strip.tsx';

/** An import of one's own that still runs: begun in a tab that was closed, or in another one. */
export function RunningImport({ onShow }: { onShow: (jobId: number) => void }) {
  const { t } = useTranslation('questionFile');
  const running = useQuery({
    queryKey: ['job', 'questionImport', 'mine'],
    queryFn: async ({ signal }) => {
      const { items } = await call('/job/getList', { pageSize: 1, filter: { kind: 'questionImport' } }, { signal, quiet: true });
      return items.find((job) => job.state <= jobState.running) ?? null;
    },
    staleTime: 0,
  }).data;
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
