import { Eye } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { call } from '../../../platform/call.ts';
import { useAction } from '../../../platform/use-action.ts';
import { Button } from '../../../ui/button.tsx';

/** Shows the ID number masked until it is requested; each request is audited. */
export function IdNumberShown({ id, masked }: { id: number; masked: string }) {
  const { t } = useTranslation('people');
  const look = useAction({ mutationFn: () => call('/user/getIdNumber', { id }) });
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <span className="num" role="status">
        {t('idKept', { masked: look.data?.id_number ?? masked })}
      </span>
      {look.data === undefined && (
        <Button size="sm" variant="link" repeats={false} busy={look.isPending} title={t('idShowNote')} onClick={() => look.mutate()}>
          <Eye aria-hidden />
          {t('idShow')}
        </Button>
      )}
    </span>
  );
}
