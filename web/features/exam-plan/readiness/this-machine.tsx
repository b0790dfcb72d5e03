import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useLocalQuery } from '../../../platform/api/local-query.ts';
import { useAction } from '../../../ui/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { toast } from '../../../ui/feedback/toast.ts';

// Loaded on demand: it brings the database and the ciphers, which only room setup needs.
const machine = () => import('../../../platform/room/room-machine.ts');

/** Registers this PC as a machine of the room. From then on the PC downloads the data of its seat, independent of the signed-in user. */
export function ThisMachine({ roomId, seatCount }: { roomId: number; seatCount: number }) {
  const { t } = useTranslation('ready');
  const invalidate = useInvalidate();
  const [seat, setSeat] = useState('1');
  const place = useLocalQuery('machinePlace', null, async () => (await machine()).getMachinePlace());
  const again = () => Promise.all([invalidate('/exam/getReadiness'), place.refetch()]);
  const bind = useAction({
    mutationFn: async () => {
      const { code } = await makeCall('/exam/openRoomCode', { roomId });
      return (await machine()).registerMachineAt(code, Number(seat));
    },
    onSuccess: () => toast.success(t('boundNow')),
    onSettled: again,
  });
  const drill = useAction({ mutationFn: async () => (await machine()).runAndReportDrill(), onSettled: again });
  const seats = Array.from({ length: seatCount }, (_, at) => ({
    value: String(at + 1),
    label: t('seatNo', { n: String(at + 1).padStart(2, '0') }),
  }));
  return (
    <Panel title={t('thisMachine')} bodyClassName="flex flex-col gap-3 px-3.5 py-3">
      <p className="text-[13px] text-muted-foreground">{t('thisMachineText')}</p>
      <div className="flex gap-2">
        <Select
          aria-label={t('head_seat')}
          className="grow"
          value={seat}
          onChange={setSeat}
          choices={[...seats, { value: '0', label: t('spare') }]}
        />
        <Button busy={bind.isPending} onClick={() => bind.mutate()}>
          {t('bind')}
        </Button>
      </div>
      {place.data != null && (
        <Button busy={drill.isPending} onClick={() => drill.mutate()}>
          {t('drillHere')}
        </Button>
      )}
    </Panel>
  );
}
