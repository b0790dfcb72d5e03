import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { addNote, joinPhrases } from '../../../lib/punctuation.ts';
import { formatFigure, formatMean } from '../../../lib/format-number.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall, type CallOptions } from '../../../platform/api/call.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { useAction } from '../../../ui/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { ExportButton } from '../../../ui/list/export-button.tsx';
import { type Column, numberColumn } from '../../../ui/list/columns.tsx';
import { DataTable } from '../../../ui/list/data-table.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { planCallPrefixes, type AnalysedItem, useAnalysis, type ChangedScore } from '../exam-plan-queries.ts';
import type { AnswerKey } from '../../../../sync/contract/bank/question-body.ts';
import type { KeyCorrection } from '../../../../sync/contract/marking/score.ts';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { PassChip } from '../../../ui/entity/status-chip.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';
import { type BlankDraft, toBlankDrafts, toAnswerKey } from './blank-drafts.ts';

/** Thresholds: discrimination below the first is weak; a rate of right answers above the second is too easy, below the third too hard. */
const [weakBelow, easyAbove, hardBelow] = [0.15, 0.95, 0.3];

/** Shows difficulty, discrimination and chosen options of each question, and opens the correction of its answer key. */
export function ItemAnalysis({ planId, planName }: { planId: number; planName: string }) {
  const { t } = useTranslation(['score', 'ui', 'words']);
  const mayChange = useCanChangeData();
  const invalidate = useInvalidate();
  const analysis = useAnalysis(planId);
  const [chosen, setChosen] = useState<AnalysedItem | null>(null);
  const recount = useAction({
    mutationFn: () => makeCall('/score/recount', { planId }),
    onSuccess: ({ counted, different }) =>
      toast.success(
        different.length === 0
          ? t('recountSame', { count: counted })
          : t('recountDifferent', { count: counted, different: different.length }),
      ),
    onSettled: () => invalidate(...planCallPrefixes),
  });
  if (analysis.data === undefined) return null;
  const { data } = analysis;
  const exported: Column<AnalysedItem>[] = [
    { key: 'number', header: t('words:questionNumber'), value: (row) => row.number },
    { key: 'section', header: t('section'), value: (row) => row.section },
    { key: 'stem', header: t('stem'), value: (row) => row.text },
    { key: 'points', header: t('fullPoints'), value: (row) => row.points },
    { key: 'key', header: t('ui:answer'), value: (row) => getRightLetters(row).join('') },
    { key: 'attempts', header: t('attempts'), value: (row) => row.attempts },
    { key: 'ease', header: t('ease'), value: (row) => row.ease },
    { key: 'discrimination', header: t('discrimination'), value: (row) => row.discrimination },
    {
      key: 'options',
      header: t('options'),
      value: (row) =>
        joinPhrases(
          row.options.map(({ id, count, mean }) => (mean === null ? `${id} ${count}` : addNote(`${id} ${count}`, formatMean(mean)))),
        ),
    },
    { key: 'corrected', header: t('correctedChip'), value: (row) => (row.correction === null ? '' : t(`how_${row.correction.kind}`)) },
  ];
  return (
    <Panel
      title={t('analysis')}
      className="print:hidden"
      aside={
        <span className="num flex items-center gap-3 text-[13px] text-muted-foreground">
          {data.spread !== null && `${t('spread')} ${formatMean(data.spread)}`}
          {data.reliability !== null && <span>{`${t('reliability')} ${formatFigure(data.reliability)}`}</span>}
          <span className="max-lg:hidden">{t('analysisHint')}</span>
          <ExportButton
            name={t('analysisOf', { name: planName })}
            columns={exported}
            fetchPage={(page, size) =>
              Promise.resolve({ items: data.items.slice((page - 1) * size, page * size), total: data.items.length })
            }
            idOf={(row) => row.questionId}
            total={{ total: data.items.length }}
          />
          {mayChange && (
            <Button size="sm" busy={recount.isPending} onClick={() => recount.mutate()}>
              {t('recount')}
            </Button>
          )}
        </span>
      }
    >
      <DataTable
        caption={t('analysis')}
        rows={data.items}
        keyOf={(row) => row.questionId}
        className="max-h-[28rem]"
        columns={[
          numberColumn('number', t('words:questionNumber'), (row: AnalysedItem) => row.number, { width: 'w-12' }),
          {
            key: 'stem',
            header: t('stem'),
            fixed: true,
            cell: (row) => (
              <span className="flex items-center gap-2">
                <span className="truncate">{row.text}</span>
                {row.correction !== null && <Chip tone="kept">{t('correctedChip')}</Chip>}
              </span>
            ),
          },
          numberColumn('ease', t('ease'), (row: AnalysedItem) => (row.ease === null ? '–' : formatFigure(row.ease)), { width: 'w-16' }),
          {
            key: 'discrimination',
            header: t('discrimination'),
            width: 'w-16',
            align: 'right',
            cell: (row) => (
              <span className={row.discrimination !== null && row.discrimination < weakBelow ? 'font-semibold text-kept-ink' : undefined}>
                {row.discrimination === null ? '–' : formatFigure(row.discrimination)}
              </span>
            ),
          },
          { key: 'options', header: t('options'), width: 'w-36', cell: (row) => <OptionBar item={row} /> },
          { key: 'hint', header: t('hint'), width: 'w-40', cell: (row) => <Hint item={row} /> },
          {
            key: 'correct',
            header: '',
            width: 'w-28',
            cell: (row) =>
              mayChange && (
                <Button size="sm" data-press="again" onClick={() => setChosen(row)}>
                  {t('correctKey')}
                </Button>
              ),
          },
        ]}
      />
      {data.corrections.length > 0 && (
        <ul className="num border-t px-3.5 py-2.5 text-[13px] leading-relaxed text-muted-foreground">
          {data.corrections.map((each, at) => (
            <li key={at}>
              {data.items.find((item) => item.questionId === each.questionId)?.number} · {t(`how_${each.correction?.kind ?? 'back'}`)} ·{' '}
              {each.reason} · {each.by} · {each.changed}
            </li>
          ))}
        </ul>
      )}
      {chosen !== null && <CorrectionDialog planId={planId} item={chosen} onClose={() => setChosen(null)} />}
    </Panel>
  );
}

const getRightLetters = (item: AnalysedItem): readonly string[] => (item.key.kind === 'choice' ? item.key.right : []);

function OptionBar({ item }: { item: AnalysedItem }) {
  const { t } = useTranslation('score');
  if (item.key.kind === 'match')
    return (
      <span className="num text-[13px]" title={t('pairsRight')}>
        {item.options.map(({ id, count }) => `${id}: ${count}`).join('　')}
      </span>
    );
  const all = item.options.reduce((sum, option) => sum + option.count, 0);
  if (all === 0) return null;
  return (
    <span className="num flex h-5 w-full overflow-hidden rounded-sm border text-[11px] leading-5">
      {item.options
        .filter((option) => option.count > 0)
        .map((option) => (
          <span
            key={option.id}
            title={`${option.id} ${option.count}`}
            className={
              getRightLetters(item).includes(option.id) ? 'bg-primary text-center text-primary-foreground' : 'bg-muted text-center'
            }
            style={{ width: `${(option.count / all) * 100}%` }}
          >
            {option.id}
          </span>
        ))}
    </span>
  );
}

function Hint({ item }: { item: AnalysedItem }) {
  const { t } = useTranslation('score');
  const rightOptions = item.options.filter((option) => getRightLetters(item).includes(option.id));
  const bestRightMean = Math.max(...rightOptions.map((option) => option.mean ?? 0), 0);
  const betterOption =
    rightOptions.length > 0
      ? item.options.find((option) => !rightOptions.includes(option) && option.mean !== null && option.mean > bestRightMean)
      : undefined;
  const finding =
    betterOption?.mean != null
      ? t('betterOption', { id: betterOption.id, mean: formatMean(betterOption.mean) })
      : item.discrimination !== null && item.discrimination < weakBelow
        ? t('weak')
        : item.ease !== null && item.ease > easyAbove
          ? t('tooEasy')
          : item.ease !== null && item.ease < hardBelow
            ? t('tooHard')
            : '';
  return <span className="num text-[13px] text-kept-ink">{finding}</span>;
}

const hows = ['keys', 'full', 'out', 'back'] as const;
type KeyChangeKind = (typeof hows)[number];

/**
 * Parses the option letters of one line ("C", "AC") as an answer key of this kind; null if the line has no letters. The server refuses letters that
 * are no option of the question, and names them.
 */
function toLetterKey(kind: AnswerKey['kind'], line: string): AnswerKey | null {
  const letters = [...line.toUpperCase().replace(/[^A-Z]/g, '')];
  if (letters.length === 0) return null;
  // In a matching question, two left items may have the same option, so duplicates stay. A letter typed twice for a choice counts once.
  return kind === 'order' || kind === 'match' ? { kind, right: letters } : { kind: 'choice', right: [...new Set(letters)] };
}

/**
 * Corrects the answer key of a question, after a preview of the scores that change. The server refuses the correction if by then the number of scores
 * that it changes differs from the preview.
 */
export function CorrectionDialog({ planId, item, onClose }: { planId: number; item: AnalysedItem; onClose: () => void }) {
  const { t } = useTranslation(['score', 'words']);
  // A question scored by markers has no key to correct.
  const hasKey = item.key.kind !== 'rubric';
  const [how, setHow] = useState<KeyChangeKind>(hasKey ? 'keys' : 'full');
  const inForce = item.correction?.kind === 'keys' ? item.correction.keys : [item.key];
  const [blanks, setBlanks] = useState<readonly BlankDraft[]>(() => toBlankDrafts(inForce[0] ?? item.key));
  const [lines, setLines] = useState(inForce.flatMap((key) => ('right' in key ? key.right.join('') : [])).join('\n'));
  const [reason, setReason] = useState('');
  const buildCorrection = (): KeyCorrection | null => {
    if (how === 'back') return null;
    if (how !== 'keys') return { kind: how };
    if (blanks.length > 0) {
      const key = toAnswerKey(blanks);
      return { kind: 'keys', keys: key === null ? [] : [key] };
    }
    return { kind: 'keys', keys: lines.split('\n').flatMap((line) => toLetterKey(item.key.kind, line) ?? []) };
  };
  const at = { planId, questionId: item.questionId };
  const [changedScores, setChangedScores] = useState<readonly ChangedScore[] | null>(null);
  const preview = (quiet: CallOptions) => makeCall('/score/previewCorrection', { ...at, correction: buildCorrection() }, quiet);
  const apply = async (count: number, quiet: CallOptions) => {
    try {
      return await makeCall('/score/correct', { ...at, correction: buildCorrection(), reason, changed: count }, quiet);
    } catch (failure) {
      // The server may have refused because the number of scores that change differs from the preview by now, so require a new preview.
      setChangedScores(null);
      throw failure;
    }
  };
  const choose = (next: KeyChangeKind) => {
    setHow(next);
    setChangedScores(null);
  };
  return (
    <ActionDialog
      title={t('correctTitle', { number: item.number })}
      description={item.text}
      className="w-[min(44rem,calc(100vw-2rem))]"
      confirm={t(changedScores === null ? 'lookFirst' : 'apply')}
      disabled={changedScores === null ? how === 'keys' && blanks.length > 0 && toAnswerKey(blanks) === null : reason.trim() === ''}
      run={(quiet): Promise<{ changed: number | readonly ChangedScore[] }> =>
        changedScores === null ? preview(quiet) : apply(changedScores.length, quiet)
      }
      invalidates={planCallPrefixes}
      onDone={(answer) => {
        if (typeof answer.changed !== 'number') return setChangedScores(answer.changed);
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
            setChangedScores(null);
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
                setChangedScores(null);
              }}
              className="num"
            />
          )}
        </Field>
      )}
      {changedScores !== null && <Changes changed={changedScores} />}
      {changedScores !== null && (
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
