import { useAtomValue } from 'jotai';
import { useTranslation } from '../../../lib/i18n.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { storeSpareKit } from '../../../platform/exam-device/spare-kits.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { joinRoomsWithPeople, useSeating } from '../seating-queries.ts';

/** Prepares this PC as a spare PC for a room (SY15). Examinees can see the screen of a spare PC, so this panel shows no release code. */
export function SparePcPanel({ planId }: { planId: number }) {
  const { t } = useTranslation('offline');
  const user = useAtomValue(sessionUserAtom);
  const { data, error, refetch } = useSeating(planId);
  const prepare = useAction({
    mutationFn: async (roomId: number) => {
      const kit = await makeCall('/exam/getSpareKit', { planId, roomId });
      if (user) await storeSpareKit(kit, user);
      return kit.seats.length;
    },
  });
  if (data === undefined) return <LoadingState query={{ error, refetch }} className="h-40 rounded-xl" />;
  const unseated = data.people.filter(({ roomId }) => roomId === null).length;
  const rooms = [
    ...joinRoomsWithPeople(data).map(({ room, people }) => ({ id: room.id, name: room.name, people: people.length })),
    { id: 0, name: t('noRoom'), people: unseated },
  ].filter(({ people }) => people > 0);
  return (
    <Panel title={t('spares')} bodyClassName="flex flex-col gap-1 p-3.5">
      <p className="text-[13px] leading-relaxed text-muted-foreground">{t('sparesText')}</p>
      <ul className="scroll-slim flex max-h-72 flex-col overflow-y-auto">
        {rooms.map(({ id, name, people }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b py-2 last:border-b-0">
            <span className="min-w-0 grow">
              <b className="font-semibold">{name}</b>{' '}
              <span className="num text-[13px] text-muted-foreground">{t('people', { n: people })}</span>
            </span>
            <Button size="sm" busy={prepare.isPending && prepare.variables === id} onClick={() => prepare.mutate(id)}>
              {t('spare')}
            </Button>
            {prepare.isSuccess && prepare.variables === id && (
              <span role="status" className="num w-full text-[13px] text-delivered">
                {t('spareReady', { n: prepare.data })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
