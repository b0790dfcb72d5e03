import type { RefObject } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { type VersionChoice, toVersionChoice, type EvidenceItem, isSameChoice, listShownVersions } from '../board/evidence-view.ts';

interface ChoiceBarProps {
  item: EvidenceItem;
  busy: boolean;
  reason: {
    readonly value: string;
    readonly onChange: (text: string) => void;
    readonly missing: boolean;
    readonly field: RefObject<HTMLInputElement | null>;
  };
  onChoose: (choice: VersionChoice) => void;
}

/** Shows the choices for one question with their shortcut keys, and a reason. The reason is required if the choice departs from the proposal. */
export function ChoiceBar({ item, busy, reason, onChoose }: ChoiceBarProps) {
  const { t } = useTranslation('examPlan');
  const isProposal = (choice: VersionChoice): boolean =>
    item.group !== null && item.proposal?.streamId === choice?.streamId && item.proposal?.seq === choice?.seq;
  const key = (name: string) => (
    <kbd className="num ml-1 rounded border border-current/40 px-1 text-[12px] leading-4 font-normal opacity-80">{name}</kbd>
  );
  return (
    <section aria-label={t('choices')} className="flex flex-wrap items-start gap-2 rounded-xl border bg-card p-3.5 print:hidden">
      {listShownVersions(item).map((version, at) => (
        <Button
          key={`${version.streamId} ${version.seq}`}
          variant={item.group !== null && isSameChoice(item.proposal, version) ? 'primary' : 'outline'}
          busy={busy}
          onClick={() => onChoose(toVersionChoice(version))}
        >
          {t(version.paper ? 'takePaper' : 'takePc', { n: version.epoch })}
          {key(String(at + 1))}
        </Button>
      ))}
      <Button variant={isProposal(null) ? 'primary' : 'outline'} busy={busy} onClick={() => onChoose(null)}>
        {t('takeNone')}
        {key('0')}
      </Button>
      <Field
        label={<span className="sr-only">{t('reason')}</span>}
        error={reason.missing ? t('reasonAgainst') : undefined}
        className="-mt-1.5 min-w-52 grow"
      >
        {(field) => (
          <Input
            {...field}
            ref={reason.field}
            value={reason.value}
            maxLength={400}
            placeholder={t('reasonPlaceholder')}
            onChange={(event) => reason.onChange(event.target.value)}
          />
        )}
      </Field>
    </section>
  );
}
