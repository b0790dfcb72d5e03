import { Flag } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { cn } from '../../../../lib/cn.ts';
import type { ApplicationDetail } from '../../../../../sync/contract/applications/application.ts';
import type { FormAnswers, FormField } from '../../../../../sync/contract/applications/form-design.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { Chip } from '../../../../ui/primitives/chip.tsx';
import { Input } from '../../../../ui/primitives/input.tsx';
import { useLabelText } from '../../../../ui/form/use-label-text.ts';
import { listUsualReasons } from '../../usual-reasons-table.ts';
import { AnswerView, FilledView } from '../form/filled-view.tsx';

export type ReviewRemarks = Readonly<Record<string, string>>;

interface ReviewFieldsProps {
  filing: ApplicationDetail;
  /** Answers of the previous submission; undefined for a first submission. */
  previous: FormAnswers | undefined;
  marks: ReviewRemarks;
  mayMark: boolean;
  onToggle: (key: string) => void;
  onReason: (key: string, reason: string) => void;
}

/** Shows the filled form. The reviewer marks fields to correct, with a reason from the list or free text. */
export function ReviewFields({ filing, previous, marks, mayMark, onToggle, onReason }: ReviewFieldsProps) {
  const { t } = useTranslation('application');
  const isMended = ({ key }: FormField): boolean =>
    previous !== undefined && JSON.stringify(previous[key] ?? '') !== JSON.stringify(filing.answers[key] ?? '');
  return (
    <FilledView
      design={filing.design}
      answers={filing.answers}
      marked={(field) => field.key in marks || field.key in filing.marks}
      isWide={isMended}
      beside={(field) => (
        <>
          {previous !== undefined && isMended(field) && (
            <div
              className={cn(
                'flex min-w-0 flex-col gap-1',
                // Two tables side by side would be too narrow for their texts.
                field.type === 'table' ? 'w-full border-t pt-2' : 'flex-1 border-l pr-8 pl-3',
              )}
            >
              <span className="flex flex-wrap items-center gap-2 text-[13px] text-muted-foreground">
                <Chip tone="primary">{t('mended')}</Chip>
                {t('lastTime')}
              </span>
              <div className="text-muted-foreground" role="group" aria-label={t('lastTimeOf', { label: field.label })}>
                <AnswerView field={field} answers={previous} />
              </div>
            </div>
          )}
          {mayMark && (
            <Button
              size="iconSm"
              // Show the flag only on hover or focus: a flag in every field would distract from the answers.
              className={cn(
                'absolute top-1 right-1 bg-card',
                field.key in marks ? '' : 'opacity-0 focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100',
              )}
              variant={field.key in marks ? 'soft' : 'ghost'}
              repeats={false}
              aria-pressed={field.key in marks}
              aria-label={t('markField', { label: field.label })}
              title={t('markField', { label: field.label })}
              onClick={() => onToggle(field.key)}
            >
              <Flag aria-hidden />
            </Button>
          )}
          {filing.marks[field.key] !== undefined && <span className="w-full text-[13px] text-kept-ink">{filing.marks[field.key]}</span>}
          {field.key in marks && (
            <Reason field={field} reason={marks[field.key] ?? ''} onReason={(reason) => onReason(field.key, reason)} />
          )}
        </>
      )}
    />
  );
}

function Reason({ field, reason, onReason }: { field: FormField; reason: string; onReason: (reason: string) => void }) {
  const { t } = useTranslation('application');
  const words = useLabelText();
  const list = useId();
  const usual = listUsualReasons(field);
  return (
    <span className="flex w-full items-center gap-2">
      <Input
        aria-label={t('markReason', { label: field.label })}
        className="grow"
        maxLength={300}
        list={list}
        value={reason}
        onChange={(event) => onReason(event.target.value)}
      />
      <datalist id={list}>
        {usual.map((each) => (
          <option key={each[0]} value={words(each)} />
        ))}
      </datalist>
      <span className="shrink-0 text-[13px] text-muted-foreground">{t('usualKeys', { count: usual.length })}</span>
    </span>
  );
}
