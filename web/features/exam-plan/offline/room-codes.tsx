import { useAtomValue } from 'jotai';
import { KeyRound } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { storeSpareKit } from '../../../platform/exam-device/spare-kits.ts';
import { useAction } from '../../../platform/api/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import type { ExamPlan } from '../exam-plan-queries.ts';

/** Shows the release codes of the rooms (SY18). They are hidden until requested, and then large enough for the last row. */
export function RoomCodeList({ plan, published }: { plan: ExamPlan; published: boolean }) {
  const { t } = useTranslation('offline');
  const codes = useAction({ mutationFn: () => makeCall('/exam/showReleaseCodes', { planId: plan.id }) });
  const user = useAtomValue(sessionUserAtom);
  const spare = useAction({
    mutationFn: async (roomId: number) => {
      const kit = await makeCall('/exam/getSpareKit', { planId: plan.id, roomId });
      if (user) await storeSpareKit(kit, user);
      return kit.seats.length;
    },
  });
  return (
    <Panel
      title={t('codes')}
      aside={
        codes.data && (
          <Button size="sm" onClick={() => codes.reset()}>
            {t('hideCodes')}
          </Button>
        )
      }
      bodyClassName="flex flex-col gap-3 p-3.5"
    >
      <p className="text-[13px] leading-relaxed text-muted-foreground">{t(published ? 'codesText' : 'codesLater')}</p>
      {published && !codes.data && (
        <Button className="self-start" busy={codes.isPending} onClick={() => codes.mutate()}>
          <KeyRound aria-hidden />
          {t('showCodes')}
        </Button>
      )}
      {codes.data && (
        <ul className="scroll-slim flex max-h-72 flex-col overflow-y-auto">
          {codes.data.rooms.map((room) => (
            <li key={room.roomId} className="flex flex-wrap items-baseline justify-between gap-x-4 border-b py-2 last:border-b-0">
              <span className="min-w-0">
                <b className="font-semibold">{room.roomId === 0 ? t('noRoom') : room.name}</b>{' '}
                <span className="num text-[13px] text-muted-foreground">{t('people', { n: room.people })}</span>
              </span>
              <span className="num font-mono text-[28px] leading-tight font-semibold tracking-wider">{room.code}</span>
              <span className="flex w-full items-center gap-2.5">
                <Button size="sm" busy={spare.isPending && spare.variables === room.roomId} onClick={() => spare.mutate(room.roomId)}>
                  {t('spare')}
                </Button>
                {spare.isSuccess && spare.variables === room.roomId && (
                  <span role="status" className="num text-[13px] text-delivered">
                    {t('spareReady', { n: spare.data })}
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
