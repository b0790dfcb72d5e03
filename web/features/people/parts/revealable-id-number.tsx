import { useTranslation } from '../../../lib/i18n.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Eye } from 'lucide-react';
import { useAction } from '../../../ui/use-action.ts';

/** Shows the ID number masked until it is requested; each request is audited. */
export function RevealableIdNumber({ id, masked }: { id: number; masked: string }) {
  const { t } = useTranslation('people');
  const look = useAction({ mutationFn: () => makeCall('/user/getIdNumber', { id }) });
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
