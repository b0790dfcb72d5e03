import { useTranslation } from '../../../../lib/i18n.ts';
import type { PlanNotice } from '../../../../../sync/contract/exams/sitting.ts';
import { formatDateTime } from '../../../../lib/format-time.ts';
import { makeCall } from '../../../../platform/api/call.ts';
import { useAction } from '../../../../ui/use-action.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { Strip } from '../../../../ui/primitives/strip.tsx';
import { isNoticeWithdrawn } from '../../model/gate/notice-view.ts';

/** Lists the changes of an exam since its publication, with a button by which the examinee acknowledges them. */
export function ChangedNote({ notice, onRead }: { notice: PlanNotice; onRead: () => void }) {
  const { t } = useTranslation('examAround');
  const { items = [], read = true } = notice.news ?? {};
  const [newest] = items;
  const know = useAction({
    mutationFn: () => makeCall('/exam/readRevision', { planId: notice.planId, revision: newest?.revision ?? 1 }),
    onSuccess: onRead,
  });
  if (newest === undefined || isNoticeWithdrawn(notice)) return null;
  return (
    <Strip
      tone={read ? 'neutral' : 'kept'}
      live={!read}
      action={
        !read && (
          <Button size="sm" variant="primary" busy={know.isPending} onClick={() => know.mutate()}>
            {t('notice.changedKnow')}
          </Button>
        )
      }
    >
      <b>{t('notice.changedTitle')}</b>
      {items.map(({ revision, ms, what, reason }) => (
        <span key={revision} className="num block">
          {t('notice.changedLine', {
            time: formatDateTime(ms),
            what: what.map((word) => t(`notice.changedWhat.${word}`)).join(t('notice.changedBetween')),
            reason,
          })}
        </span>
      ))}
    </Strip>
  );
}
