import { Lock, LockOpen } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { variantNames, difficulty } from '../../../../sync/contract/codes.ts';
import { formatFigure } from '../../../lib/format-number.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { RichText } from '../../../ui/rich-text/rich-text.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { useButtonRows } from '../../../ui/feedback/use-button-rows.ts';
import { getQuestionEase } from '../paper-figures.ts';
import { changeSection } from '../paper-moves.ts';
import type { Paper } from '../paper-queries.ts';
import { type ScopeIndex } from '../quota-sums.ts';
import type { PaperAssemblyEditor } from '../use-paper-assembly-editor.ts';
import { useQuestionSwap } from '../use-swap.ts';
import { cn } from '../../../lib/cn.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { isScopeWithin } from '../../../../sync/domain/papers/detail-rules.ts';

interface ChosenQuestionsProps {
  paper: Paper;
  editor: PaperAssemblyEditor;
  index: ScopeIndex;
  scope: string;
  variant: number;
  onVariant: (variant: number) => void;
  fixed: boolean;
}

/** Lists the paper's questions of one scope of the detail table. Each can be locked, or swapped for the most similar question of the bank. */
export function ChosenQuestions({ paper, editor, index, scope, variant, onVariant, fixed }: ChosenQuestionsProps) {
  const { t } = useTranslation('paper');
  const { t: code } = useTranslation('codes');
  const { swap, isSwapping } = useQuestionSwap(paper, editor);
  const keys = useButtonRows();
  const row = index.scopes.find((one) => one.code === scope);
  const entries = (editor.variants[variant]?.sections ?? []).flatMap((list, section) =>
    list.flatMap((entry) => {
      const question = editor.bodies.get(entry.id);
      const point = question && index.points.get(question.pointCode);
      return scope === '' || (point && isScopeWithin(point.scope, scope)) ? [{ entry, section, question, point }] : [];
    }),
  );
  return (
    <Panel
      title={t('chosenTitle', { n: entries.length })}
      aside={
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate text-[13px] text-muted-foreground">
            {row === undefined ? t('wholePaper') : `${row.code} ${row.name}`}
          </span>
          {editor.variants.length > 1 && (
            <Select
              aria-label={t('variants')}
              value={String(variant)}
              onChange={(value) => onVariant(Number(value))}
              choices={editor.variants.map((_one, at) => ({
                value: String(at),
                label: t('variantName', { name: variantNames[at] ?? 'A' }),
              }))}
              className="h-7 w-[84px] shrink-0 px-2 text-[13px]"
            />
          )}
        </span>
      }
    >
      {entries.length === 0 && <p className="px-3.5 py-3 text-[13px] text-muted-foreground">{t('chosenEmpty')}</p>}
      <ol {...keys} className="max-h-[calc(100dvh-290px)] min-h-24 overflow-y-auto">
        {entries.map(({ entry, section, question, point }) => (
          <li key={entry.id} className="border-b px-3.5 py-2 last:border-b-0 [contain-intrinsic-size:auto_64px] [content-visibility:auto]">
            <div className="line-clamp-2 text-[14px]">
              <RichText html={question?.stem ?? '…'} inline />
            </div>
            <div className="num mt-0.5 flex items-center gap-2 text-[12.5px] text-muted-foreground">
              {question !== undefined && (
                <span>
                  {[
                    code(`sectionType.${question.type}`),
                    point?.importance,
                    `${code(`difficulty.${question.difficulty}`)} ${formatFigure(getQuestionEase(question))}`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              )}
              {question !== undefined && question.usedCount > 0 && <span>{t('timesUsed', { count: question.usedCount })}</span>}
              {!fixed && (
                <span className="-my-1 ml-auto flex items-center">
                  <Button
                    variant="ghost"
                    size="iconSm"
                    repeats={false}
                    aria-pressed={entry.locked}
                    aria-label={t(entry.locked ? 'unlock' : 'lock')}
                    className={entry.locked ? 'text-primary' : undefined}
                    onClick={() =>
                      editor.put(({ variants }) => ({
                        variants: changeSection(variants, { variant, section }, (list) =>
                          list.map((one) => (one.id === entry.id ? { ...one, locked: !one.locked } : one)),
                        ),
                      }))
                    }
                  >
                    {entry.locked ? <Lock /> : <LockOpen />}
                  </Button>
                  <Button
                    variant="ghost"
                    size="sm"
                    className="text-primary"
                    repeats={false}
                    busy={isSwapping(entry.id)}
                    onClick={() => swap(entry.id, { variant, section })}
                  >
                    {t('swap')}
                  </Button>
                </span>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

const head = 'h-9 px-3 text-left text-[12.5px] font-medium text-muted-foreground';

/** Compares the variants by section and difficulty; parallel variants are equal in every row. */
export function VariantTable({ paper, editor }: { paper: Paper; editor: PaperAssemblyEditor }) {
  const { t } = useTranslation('paper');
  const { t: code } = useTranslation('codes');
  const rows = paper.sections.flatMap((section, at) =>
    Object.values(difficulty).map((level) => ({
      key: `${at}.${level}`,
      first: level === difficulty.easy,
      title: section.title,
      level: code(`difficulty.${level}`),
      counts: editor.variants.map(
        (variant) => (variant.sections[at] ?? []).filter((entry) => editor.bodies.get(entry.id)?.difficulty === level).length,
      ),
    })),
  );
  return (
    <table className="num w-full border-collapse text-[13.5px]">
      <caption className="sr-only">{t('compareHead')}</caption>
      <thead>
        <tr className="border-b">
          <th className={head}>{t('section')}</th>
          <th className={head}>{t('estimated')}</th>
          {editor.variants.map((_variant, at) => (
            <th key={at} className={cn(head, 'text-right')}>
              {t('variantName', { name: variantNames[at] ?? 'A' })}
            </th>
          ))}
          <th className={cn(head, 'text-right')} />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const same = new Set(row.counts).size === 1;
          return (
            <tr key={row.key} className="border-b last:border-b-0 [&>td]:px-3 [&>td]:py-1.5">
              <td>{row.first ? row.title : ''}</td>
              <td>{row.level}</td>
              {row.counts.map((count, at) => (
                <td key={at} className="text-right">
                  {count}
                </td>
              ))}
              <td className="text-right">
                <Chip tone={same ? 'delivered' : 'kept'} mark={same ? 'dot' : 'ring'}>
                  {t(same ? 'compareSame' : 'compareDifferent')}
                </Chip>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
