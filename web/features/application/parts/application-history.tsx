import { useTranslation } from '../../../lib/i18n.ts';
import type { ApplicationDetail } from '../../../../sync/contract/applications/application.ts';
import { formatDateTime } from '../../../lib/format-time.ts';

/** Lists the history of an application, newest first. */
export function ApplicationHistory({ steps }: { steps: ApplicationDetail['steps'] }) {
  const { t } = useTranslation('application');
  return (
    <ol className="flex flex-col gap-2.5 text-sm">
      {steps.toReversed().map((step) => (
        <li key={step.n} className="flex flex-wrap gap-x-3">
          <span className="font-medium">{t(`events.${step.event}`, { by: step.by })}</span>
          <time className="num ml-auto text-muted-foreground">{formatDateTime(step.atMs)}</time>
          {(step.reason !== '' || Object.keys(step.marks).length > 0) && (
            <p className="w-full text-[13px] text-muted-foreground">
              {[step.reason, ...Object.values(step.marks)].filter((text) => text !== '').join('；')}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
