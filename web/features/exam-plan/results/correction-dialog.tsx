import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { AnswerKey } from '../../../../sync/contract/bank/question-body.ts';
import type { KeyCorrection } from '../../../../sync/contract/marking/score.ts';
import { type CallOptions, makeCall } from '../../../platform/api/call.ts';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { PassChip } from '../../../ui/entity/pass-chip.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { type BlankDraft, toBlankDrafts, toAnswerKey } from '../plan/blank-drafts.ts';
import { planCallPrefixes, type AnalysedItem, type ChangedScore } from '../exam-plan-queries.ts';

const hows = ['keys', 'full', 'out', 'back'] as const;
type How = (typeof hows)[number];

/**
 * Parses option letters ("C", "AC") as a key of the same kind; null for a line without letters. The server refuses letters that are no option of the
 * question, and names them.
 */
function toLetterKey(kind: AnswerKey['kind'], line: string): AnswerKey | null {
  const letters = [...line.toUpperCase().replace(/[^A-Z]/g, '')];
  if (letters.length === 0) return null;
  // Two left items may have the same option. A letter typed twice for a choice counts once.
  return kind === 'order' || kind === 'match' ? { kind, right: letters } : { kind: 'choice', right: [...new Set(letters)] };
}

/** Corrects the key of a question. First previews whose score changes; the server refuses if other scores would change by then. */
export function CorrectionDialog({ planId, item, onClose }: { planId: number; item: AnalysedItem; onClose: () => void }) {
  const { t } = useTranslation(['score', 'words']);
  // A question scored by markers has no key to correct.
  const hasKey = item.key.kind !== 'rubric';
  const [how, setHow] = useState<How>(hasKey ? 'keys' : 'full');
  const inForce = item.correction?.kind === 'keys' ? item.correction.keys : [item.key];
  const [blanks, setBlanks] = useState<readonly BlankDraft[]>(() => toBlankDrafts(inForce[0] ?? item.key));
  const [lines, setLines] = useState(inForce.flatMap((key) => ('right' in key ? key.right.join('') : [])).join('\n'));
  const [reason, setReason] = useState('');
  const correction = (): KeyCorrection | null => {
    if (how === 'back') return null;
    if (how !== 'keys') return { kind: how };
    if (blanks.length > 0) {
      const key = toAnswerKey(blanks);
      return { kind: 'keys', keys: key === null ? [] : [key] };
    }
    return { kind: 'keys', keys: lines.split('\n').flatMap((line) => toLetterKey(item.key.kind, line) ?? []) };
  };
  const at = { planId, questionId: item.questionId };
  const [changed, setChanged] = useState<readonly ChangedScore[] | null>(null);
  const preview = (quiet: CallOptions) => makeCall('/score/previewCorrection', { ...at, correction: correction() }, quiet);
  const apply = async (count: number, quiet: CallOptions) => {
    try {
      return await makeCall('/score/correct', { ...at, correction: correction(), reason, changed: count }, quiet);
    } catch (failure) {
      // Other scores may change by now: preview again.
      setChanged(null);
      throw failure;
    }
  };
  const choose = (next: How) => {
    setHow(next);
    setChanged(null);
  };
  return (
    <ActionDialog
      title={t('correctTitle', { number: item.number })}
      description={item.text}
      className="w-[min(44rem,calc(100vw-2rem))]"
      confirm={t(changed === null ? 'lookFirst' : 'apply')}
      disabled={changed === null ? how === 'keys' && blanks.length > 0 && toAnswerKey(blanks) === null : reason.trim() === ''}
      run={(quiet): Promise<{ changed: number | readonly ChangedScore[] }> =>
        changed === null ? preview(quiet) : apply(changed.length, quiet)
      }
      invalidates={planCallPrefixes}
      onDone={(answer) => {
        if (typeof answer.changed !== 'number') return setChanged(answer.changed);
        toast.success(t('applied', { count: answer.changed }));
        onClose();
      }}
      onClose={onClose}
    >
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
            setChanged(null);
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
                setChanged(null);
              }}
              className="num"
            />
          )}
        </Field>
      )}
      {changed !== null && <Changes changed={changed} />}
      {changed !== null && (
        <Field label={t('words:reason')} required>
          {(control) => <Input {...control} maxLength={300} value={reason} onChange={(event) => setReason(event.target.value)} />}
        </Field>
      )}
    </ActionDialog>
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

/** Edits the accepted answers of each blank in a key correction. */
function BlankKeys({ drafts, onChange }: { drafts: readonly BlankDraft[]; onChange: (drafts: readonly BlankDraft[]) => void }) {
  const { t } = useTranslation('score');
  const change = (at: number, next: Partial<BlankDraft>) =>
    onChange(drafts.map((draft, index) => (index === at ? { ...draft, ...next } : draft)));
  return (
    <div className="flex flex-col gap-3">
      {drafts.map((draft, at) =>
        draft.rule.mode === 'text' ? (
          <Field key={at} label={t('blankNo', { number: at + 1 })} hint={t('blankLines')}>
            {(control) => (
              <Textarea {...control} rows={2} value={draft.text} onChange={({ target }) => change(at, { text: target.value })} />
            )}
          </Field>
        ) : (
          <div key={at} className="grid gap-3 sm:grid-cols-2">
            <Field label={t('blankNo', { number: at + 1 })}>
              {(control) => (
                <Input
                  {...control}
                  inputMode="decimal"
                  value={draft.text}
                  onChange={({ target }) => change(at, { text: target.value })}
                  className="num"
                />
              )}
            </Field>
            <Field label={t('blankTolerance')}>
              {(control) => (
                <Input
                  {...control}
                  inputMode="decimal"
                  value={draft.tolerance}
                  onChange={({ target }) => change(at, { tolerance: target.value })}
                  className="num"
                />
              )}
            </Field>
          </div>
        ),
      )}
    </div>
  );
}
