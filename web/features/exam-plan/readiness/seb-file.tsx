import { FileDown } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useAction } from '../../../platform/api/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { downloadFile } from '../../../ui/spreadsheet/save-file.ts';

/** Downloads the Safe Exam Browser settings of this exam, and shows the password with which staff quit it. */
export function SebFile({ planId }: { planId: number }) {
  const { t } = useTranslation('offline');
  const file = useAction({
    mutationFn: () => makeCall('/exam/getSebFile', { planId, origin: window.location.origin }),
    onSuccess: ({ name, text }) => downloadFile(new Blob([text], { type: 'application/seb' }), name),
  });
  return (
    <Panel title={t('seb')} bodyClassName="flex flex-col gap-3 p-3.5">
      <p className="text-[13px] leading-relaxed text-muted-foreground">{t('sebText')}</p>
      <Button className="self-start" busy={file.isPending} onClick={() => file.mutate()}>
        <FileDown aria-hidden />
        {t('sebDo')}
      </Button>
      {file.data && (
        <dl className="num grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-[13px]">
          <dt className="text-muted-foreground">{t('sebQuit')}</dt>
          <dd className="font-mono text-base font-semibold tracking-wider">{file.data.quitWord}</dd>
          <dt className="text-muted-foreground">{t('sebKey')}</dt>
          <dd className="font-mono break-all">{file.data.configKey}</dd>
        </dl>
      )}
    </Panel>
  );
}
