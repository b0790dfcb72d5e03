import { useTranslation } from '../../../lib/i18n.ts';
import { formatTime } from '../../../lib/format-time.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useAction } from '../../../ui/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { QrPicture } from '../../../ui/print/qr-picture.tsx';
import { toast } from '../../../ui/feedback/toast.ts';

/** Shows and revokes the code that registers the PCs of a room: each PC opens /test, where the code is typed. It loads only after a click. */
export function RoomCode({ roomId }: { roomId: number }) {
  const { t } = useTranslation('ready');
  const open = useAction({ mutationFn: () => makeCall('/exam/openRoomCode', { roomId }) });
  const close = useAction({
    mutationFn: () => makeCall('/exam/closeRoomCode', { roomId }),
    onSuccess: () => {
      open.reset();
      toast.success(t('codeClosed'));
    },
  });
  const shown = open.data;
  const address = `${window.location.origin}/test`;
  return (
    <Panel title={t('roomCode')} bodyClassName="flex flex-col gap-3 px-3.5 py-3">
      <p className="text-[13px] text-muted-foreground">{t('roomCodeText', { address })}</p>
      {shown === undefined ? (
        <Button busy={open.isPending} onClick={() => open.mutate()}>
          {t('codeShow')}
        </Button>
      ) : (
        <>
          <div className="flex items-center justify-between gap-3">
            <output aria-label={t('roomCode')} className="font-mono text-[28px] font-semibold tracking-wider whitespace-nowrap">
              {shown.code}
            </output>
            <span className="w-20 flex-none">
              <QrPicture text={`${address}?code=${shown.code}`} label={t('codePicture')} />
            </span>
          </div>
          <p className="num text-[13px] text-muted-foreground">{t('codeLimits', { time: formatTime(shown.expiresMs), n: shown.left })}</p>
          <Button variant="seal" busy={close.isPending} onClick={() => close.mutate()}>
            {t('codeClose')}
          </Button>
        </>
      )}
    </Panel>
  );
}
