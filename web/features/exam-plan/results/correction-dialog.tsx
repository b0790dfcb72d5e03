import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { KeyCorrection } from '../../../../sync/contract/marking/score.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall, CallFailure } from '../../../platform/api/call.ts';
import { useAction } from '../../../platform/api/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Dialog } from '../../../ui/primitives/dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { PassChip } from '../../../ui/entity/pass-chip.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { type BlankDraft, toBlankDrafts, toAnswerKey } from '../plan/blank-drafts.ts';
import { planCallPrefixes } from '../exam-plan-queries.ts';
import type { AnalysedItem, ChangedScore } from './score-queries.ts';
import { BlankKeys } from '../plan/blank-keys.tsx';

const hows = ['keys', 'full', 'out', 'back'] as const;
type How = (typeof hows)[number];

/** Parses option letters ("C", "AC"). The server refuses letters that are no option of the question, and names them. */
const optionsOf = (line: string): string[] => [...new Set(line.toUpperCase().replace(/[^A-Z]/g, ''))];

/** Corrects the key of a question. First previews whose score changes; the server refuses if other scores would change by then. */
export function CorrectionDialog({ planId, item, onClose }: { planId: number; item: AnalysedItem; onClose: () => void }) {
  const { t } = useTranslation('score');
  const invalidate = useInvalidate();
  // A question scored by markers has no key to correct.
  const hasKey = item.key.kind !== 'rubric';
  const [how, setHow] = useState<How>(hasKey ? 'keys' : 'full');
  const inForce = item.correction?.kind === 'keys' ? item.correction.keys : [item.key];
  const [blanks, setBlanks] = useState<readonly BlankDraft[]>(() => toBlankDrafts(inForce[0] ?? item.key));
  const [lines, setLines] = useState(inForce.flatMap((key) => (key.kind === 'choice' ? key.right.join('') : [])).join('\n'));
  const [reason, setReason] = useState('');
  const correction = (): KeyCorrection | null => {
    if (how === 'back') return null;
    if (how !== 'keys') return { kind: how };
    if (blanks.length > 0) {
      const key = toAnswerKey(blanks);
      return { kind: 'keys', keys: key === null ? [] : [key] };
    }
    const keys = lines
      .split('\n')
      .flatMap((line) => (optionsOf(line).length > 0 ? [{ kind: 'choice' as const, right: optionsOf(line) }] : []));
    return { kind: 'keys', keys };
  };
  const at = { planId, questionId: item.questionId };
  const preview = useAction({
    mutationFn: () => makeCall('/score/previewCorrection', { ...at, correction: correction() }, { quiet: true }),
  });
  const apply = useAction({
    mutationFn: (changed: number) => makeCall('/score/correct', { ...at, correction: correction(), reason, changed }),
    onSuccess: ({ changed }) => {
      toast.success(t('applied', { count: changed }));
      onClose();
    },
    onError: () => preview.reset(),
    onSettled: () => invalidate(...planCallPrefixes),
  });
  const changed = preview.data?.changed;
  const failure = [preview.error, apply.error].find((error) => error instanceof CallFailure);
  const choose = (next: How) => {
    setHow(next);
    preview.reset();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('correctTitle', { number: item.number })}
      description={item.text}
      className="w-[min(44rem,calc(100vw-2rem))]"
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          {changed === undefined ? (
            <Button
              variant="primary"
              disabled={how === 'keys' && blanks.length > 0 && toAnswerKey(blanks) === null}
              busy={preview.isPending}
              onClick={() => preview.mutate()}
            >
              {t('lookFirst')}
            </Button>
          ) : (
            <Button variant="primary" disabled={reason.trim() === ''} busy={apply.isPending} onClick={() => apply.mutate(changed.length)}>
              {t('apply')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3.5">
        <fieldset className="flex flex-col gap-1.5">
          <legend className="mb-1 text-sm font-medium">{t('how')}</legend>
          {hows
            .filter((each) => each !== 'keys' || hasKey)
            .map((each) => (
              <label key={each} className="flex items-center gap-2 text-sm">
                <input type="radio" name="how" checked={how === each} onChange={() => choose(each)} />
                {t(`how_${each}`)}
                {each === 'out' && <span className="text-[13px] text-muted-foreground">{t('outHint')}</span>}
              </label>
            ))}
        </fieldset>
        {how === 'keys' && blanks.length > 0 && (
          <BlankKeys
            drafts={blanks}
            onChange={(next) => {
              setBlanks(next);
              preview.reset();
            }}
          />
        )}
        {how === 'keys' && blanks.length === 0 && (
          <Field label={t('how_keys')} hint={t('keysHint')}>
            {(control) => (
              <Textarea
                {...control}
                rows={2}
                value={lines}
                onChange={(event) => {
                  setLines(event.target.value);
                  preview.reset();
                }}
                className="num"
              />
            )}
          </Field>
        )}
        {changed !== undefined && <Changes changed={changed} />}
        {changed !== undefined && (
          <Field label={t('reason')} required>
            {(control) => <Input {...control} maxLength={300} value={reason} onChange={(event) => setReason(event.target.value)} />}
          </Field>
        )}
        {failure !== undefined && failure !== null && (
          <p role="alert" className="text-sm text-seal">
            {failure.message}
          </p>
        )}
      </div>
    </Dialog>
  );
}

function Changes({ changed }: { changed: readonly ChangedScore[] }) {
  const { t } = useTranslation('score');
  if (changed.length === 0) return <p className="text-sm">{t('nobody')}</p>;
  const up = changed.filter((each) => each.passedAfter && !each.passedBefore).length;
  const down = changed.filter((each) => !each.passedAfter && each.passedBefore).length;
  return (
    <section>
      <p className="num mb-2 text-sm font-medium">{t('changes', { count: changed.length, up, down })}</p>
      <ul className="num grid max-h-52 gap-2 overflow-y-auto sm:grid-cols-2">
        {changed.map((each) => (
          <li key={each.userId} className="flex items-center justify-between gap-2 rounded-lg border px-3 py-1.5 text-sm">
            <span className="truncate">{each.name}</span>
            <span>
              {each.before} → <b>{each.after}</b>
            </span>
            {each.passedAfter !== each.passedBefore && <PassChip passed={each.passedAfter} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
