import { useTranslation } from '../../../lib/i18n.ts';
import { userStatus } from '../../../../sync/contract/codes.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { useCall, useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { useAction } from '../../../platform/api/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { toast } from '../../../ui/feedback/toast.ts';

const shown = 20;

/** Lists people who registered to enrol and wait for admission, in the order of registration. */
export function WaitingApplicants() {
  const { t } = useTranslation('filing');
  const mayChange = useCanChangeData();
  const invalidate = useInvalidate();
  const waiting = useCall('/user/getList', { pageSize: shown, sort: 'created_ms', filter: { user_type: 12, status: userStatus.applying } });
  const admit = useAction({
    mutationFn: ({ id, version }: { id: number; version: number; name: string }) =>
      makeCall('/user/setStatus', { items: [{ id, version }], status: userStatus.enabled }),
    onSuccess: ({ refused }, { name }) => {
      const [why] = refused;
      if (why === undefined) toast.success(t('admitted', { name }));
      else toast.error(`${name}：${why.reason}`);
    },
    onSettled: () => invalidate('/user/getList'),
  });
  const { items = [], total = 0 } = waiting.data ?? {};
  return (
    <Panel title={t('applicants')} aside={<span className="num text-[13px] text-muted-foreground">{t('inPeople', { count: total })}</span>}>
      {items.length === 0 && <p className="px-3.5 py-4 text-sm text-muted-foreground">{t('applicantsNone')}</p>}
      <ul>
        {items.map((person) => (
          <li key={person.id} className="flex items-center gap-2.5 border-b px-3.5 py-2 text-sm last:border-b-0">
            <span className="min-w-0 grow">
              {person.name} <span className="num text-[13px] text-muted-foreground">{person.phone}</span>
              <span className="num block truncate text-[13px] text-muted-foreground">
                {[formatDateTime(person.created_ms), person.employer, person.note].filter((part) => part !== '').join(' · ')}
              </span>
            </span>
            {mayChange && (
              <Button
                size="sm"
                aria-label={t('admitOne', { name: person.name })}
                busy={admit.isPending && admit.variables.id === person.id}
                onClick={() => admit.mutate(person)}
              >
                {t('admit')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
