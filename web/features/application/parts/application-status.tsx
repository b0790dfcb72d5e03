import { useTranslation } from '../../../lib/i18n.ts';
import { joinSentences } from '../../../lib/punctuation.ts';
import type { ApplicationKind } from '../../../../sync/domain/applications/application-machine.ts';
import { Chip, type ChipLook } from '../../../ui/primitives/chip.tsx';
import type { ApplicationDetail } from '../../../../sync/contract/applications/application.ts';
import { formatDateTime } from '../../../lib/format-time.ts';

const looks: Record<ApplicationKind, Readonly<Record<string, ChipLook>>> = {
  enroll: {
    '-1': { tone: 'neutral', mark: 'square' },
    '0': { tone: 'primary', mark: 'ring' },
    '1': { tone: 'delivered', mark: 'dot' },
    '2': { tone: 'kept', mark: 'ring' },
  },
  declare: {
    '0': { tone: 'neutral', mark: 'ring' },
    '1': { tone: 'neutral', mark: 'dot' },
    '2': { tone: 'kept', mark: 'ring' },
    '3': { tone: 'primary', mark: 'ring' },
    '4': { tone: 'delivered', mark: 'dot' },
  },
};

/** Shows the status of an application, named as in the specification. */
export function ApplicationStatusChip({ kind, status }: { kind: ApplicationKind; status: number }) {
  const { t } = useTranslation('codes');
  return (
    <Chip {...(looks[kind][String(status)] ?? { tone: 'neutral', mark: 'ring' })}>
      {kind === 'enroll'
        ? t(`enrolmentStatus.${status}` as 'enrolmentStatus.0')
        : t(`declarationStatus.${status}` as 'declarationStatus.0')}
    </Chip>
  );
}

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
              {joinSentences([step.reason, ...Object.values(step.marks)].filter((text) => text !== ''))}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
