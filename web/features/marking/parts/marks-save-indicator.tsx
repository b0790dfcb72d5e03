import { useTranslation, type Translate } from '../../../lib/i18n.ts';
import { formatTime } from '../../../lib/format-time.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { formatScriptCode } from '../marking-queries.ts';
import type { MarkStorage, MarkSending } from '../use-marks.ts';
import { StorageFault } from '../../../../sync/engine/ports.ts';

interface MarksSaveIndicatorProps {
  marks: MarkStorage;
  ready: boolean;
  /** True while some input on the page is not yet on this PC's disk. */
  unsaved?: boolean;
  /** True if photos are not on the server yet. This device has a single replica of each photo. */
  withPhotos?: boolean;
  personOf?: (code: number) => string | undefined;
}

/** Shows the save status of marks: saved on this PC, received by the server, or refused with the reason. */
export function MarksSaveIndicator({ marks, ready, unsaved = false, withPhotos = false, personOf }: MarksSaveIndicatorProps) {
  const { t } = useTranslation('marking');
  const { keptMs, gaveMs, waiting } = marks;
  const isTwice = marks.heldIn === 'both' && !withPhotos;
  return (
    <>
      <p aria-live="polite" className="num flex min-h-6 flex-wrap items-center gap-2.5 text-[13px]">
        {unsaved && <Chip mark="ring">{t('keeping')}</Chip>}
        {!unsaved && keptMs !== null && (
          <Chip tone={isTwice ? 'delivered' : 'kept'} mark="dot">
            {t(isTwice ? 'keptHere' : 'keptOnce', { time: formatTime(keptMs) })}
          </Chip>
        )}
        {waiting.length > 0 ? (
          <NotSent count={waiting.length} />
        ) : (
          gaveMs !== null &&
          marks.refused.length === 0 && (
            <Chip tone="delivered" mark="dot">
              {t('allSent')}
            </Chip>
          )
        )}
        {ready && <span className="text-muted-foreground">{t('nextReady')}</span>}
      </p>
      <Refused sending={marks} personOf={personOf} />
    </>
  );
}

/** Shows waiting and refused marks on pages without a marking view. Renders nothing if there are none. */
export function PendingMarksIndicator({ sending }: { sending: MarkSending }) {
  const { waiting } = sending;
  return (
    <>
      {waiting.length > 0 && (
        <p aria-live="polite" className="num text-[13px]">
          <NotSent count={waiting.length} />
        </p>
      )}
      <Refused sending={sending} personOf={undefined} />
    </>
  );
}

function NotSent({ count }: { count: number }) {
  const { t } = useTranslation('marking');
  return (
    <Chip tone="kept" mark="ring">
      {t('notSent', { count })}
    </Chip>
  );
}

function Refused({
  sending,
  personOf,
}: {
  sending: Pick<MarkSending, 'refused' | 'forget'>;
  personOf: MarksSaveIndicatorProps['personOf'] | undefined;
}) {
  const { t } = useTranslation('marking');
  const forget = (mark: MarkSending['refused'][number]) =>
    void sending.forget(mark).catch((failure: unknown) => toast.error(t('notKept', { reason: describeStoreFailure(failure, t) })));
  return sending.refused.map((each) => (
    <Strip key={each.name} tone="seal">
      <span className="num">
        {personOf === undefined
          ? t('notTaken', { code: formatScriptCode(each.mark.code), reason: each.refused })
          : t('notTakenOf', { name: personOf(each.mark.code) ?? formatScriptCode(each.mark.code), reason: each.refused })}
      </span>
      <Button size="sm" className="ml-3" data-press="again" onClick={() => forget(each)}>
        {t('understood')}
      </Button>
    </Strip>
  ));
}

/** Describes why a mark could not be stored on this PC. */
export const describeStoreFailure = (failure: unknown, t: Translate<'marking'>): string => {
  if (failure instanceof StorageFault && failure.kind === 'quota') return t('diskFull');
  return failure instanceof Error ? failure.message : String(failure);
};
