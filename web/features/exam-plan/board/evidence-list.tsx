import { useTranslation } from '../../../lib/i18n.ts';
import { cn } from '../../../lib/cn.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import type { AttemptEvidenceView } from '../exam-plan-queries.ts';
import { groupEvidenceItems, type EvidenceItem, listShownVersions, getCurrentChoice, type VersionChoice } from './evidence-view.ts';
import { useAnswerText } from './use-answer-text.ts';

interface EvidenceListProps {
  evidence: AttemptEvidenceView;
  chosen: string | undefined;
  onChoose: (itemId: string) => void;
  /** Decides all uncontradicted items as proposed; undefined if the user may only read. */
  onTogether: ((items: readonly EvidenceItem[]) => void) | undefined;
  busy: boolean;
}

/** Lists the questions in three groups: decided together, decided one by one, and done. */
export function EvidenceList({ evidence, chosen, onChoose, onTogether, busy }: EvidenceListProps) {
  const { t } = useTranslation(['examPlan', 'words']);
  const { agreeing, contradicting, decided } = groupEvidenceItems(evidence);
  const group = (key: 'agreeing' | 'contradicting' | 'decided', items: readonly EvidenceItem[]) =>
    items.length > 0 && (
      <section aria-label={t(`evidenceGroup.${key}`)}>
        <h3 className="num flex justify-between border-b bg-muted px-3.5 py-2 text-[13px] font-semibold">
          {t(`evidenceGroup.${key}`)}
          <span className="font-normal text-muted-foreground">{t('questionCount', { count: items.length })}</span>
        </h3>
        <ul>
          {items.map((item) => (
            <li key={item.itemId}>
              <Row item={item} current={item.itemId === chosen} onChoose={() => onChoose(item.itemId)} />
            </li>
          ))}
        </ul>
        {key === 'agreeing' && onTogether !== undefined && (
          <div className="border-b p-3.5 print:hidden">
            <Button variant="soft" className="w-full" busy={busy} onClick={() => onTogether(items)}>
              {t('decideTogether', { count: items.length })}
            </Button>
          </div>
        )}
      </section>
    );
  return (
    <Panel
      title={
        <span className="flex items-center gap-2.5">
          {t('toDecide')}
          <Chip className="num">{t('words:ofCount', { n: decided.length, of: evidence.items.length })}</Chip>
        </span>
      }
      bodyClassName="scroll-slim overflow-y-auto"
      className="lg:max-h-[calc(100dvh-17rem)] print:max-h-none"
    >
      {group('agreeing', agreeing)}
      {group('contradicting', contradicting)}
      {group('decided', decided)}
    </Panel>
  );
}

function Row({ item, current, onChoose }: { item: EvidenceItem; current: boolean; onChoose: () => void }) {
  const { t } = useTranslation('examPlan');
  const answerText = useAnswerText();
  const versions = listShownVersions(item);
  const choice: VersionChoice = item.group === null ? getCurrentChoice(item) : item.proposal;
  const pc = versions.find((version) => version.streamId === choice?.streamId && version.seq === choice.seq)?.epoch;
  return (
    <button
      type="button"
      aria-current={current || undefined}
      onClick={onChoose}
      className={cn(
        'flex w-full items-center gap-3 border-b border-l-[3px] px-3 py-2 text-left focus-visible:-outline-offset-3',
        current ? 'border-l-primary bg-primary-soft' : 'border-l-transparent hover:bg-muted/60',
      )}
    >
      <b className="num w-8 shrink-0 text-[15px]">{item.itemId}</b>
      <span className="num min-w-0 grow text-[13px]">
        {versions.map((version) => (
          <span key={`${version.streamId} ${version.seq}`} className="block truncate">
            <span className="text-muted-foreground">{t(version.paper ? 'onPaper' : 'pc', { n: version.epoch })}</span>{' '}
            {answerText(item, version.value)}
          </span>
        ))}
      </span>
      <Chip tone={pc === undefined ? 'kept' : item.group === null ? 'delivered' : 'primary'} mark={pc === undefined ? 'ring' : 'square'}>
        {pc === undefined ? t('takeNone') : t('takePc', { n: pc })}
      </Chip>
    </button>
  );
}
