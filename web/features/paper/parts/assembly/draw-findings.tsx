import { useTranslation } from '../../../../lib/i18n.ts';
import { getColon, joinWords } from '../../../../lib/punctuation.ts';
import type { Assembly, CellKey, Relaxation } from '../../../../../sync/contract/papers/assembly.ts';
import { computePassMark, sumSectionPoints } from '../../../../../sync/domain/papers/paper-points.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../../ui/primitives/link-button.tsx';
import { Chip } from '../../../../ui/primitives/chip.tsx';
import { Panel } from '../../../../ui/primitives/panel.tsx';
import { usePaperArea, type Paper } from '../../paper-queries.ts';
import { z } from 'zod';
import { variantNames } from '../../../../../sync/contract/codes.ts';
import { CallFailure } from '../../../../platform/api/call.ts';
import { Strip } from '../../../../ui/primitives/strip.tsx';
import type { CallOutput } from '../../../../../sync/contract/call.ts';
import type { paperCalls } from '../../../../../sync/contract/papers/paper.ts';
import { useCall } from '../../../../platform/api/call-query.ts';
import type { PaperAssemblyEditor } from '../../use-paper-assembly-editor.ts';
import { useQuestionSwap } from '../../use-swap.ts';

const reasons = ['notInUse', 'banned', 'exposure', 'duplicate'] as const;

interface GapPanelProps {
  assembly: Assembly;
  cellName: (cell: CellKey) => string;
  /** Formats the name of a locked question: "第 3 题". */
  questionName: (id: number) => string;
  /** Letters of the variants that lack questions ("B"); empty for a single variant. */
  short: readonly string[];
  paper: Paper;
  busy: boolean;
  onTake: (relaxation: Relaxation) => void;
}

/** Shows for which quotas the bank has too few questions, and the smallest relaxation of the quotas that can be met. */
export function GapPanel({ assembly, cellName, questionName, short, paper, busy, onTake }: GapPanelProps) {
  const { t } = useTranslation(['paper', 'words']);
  const { base } = usePaperArea();
  const gaps = assembly.gaps.length > 0 ? assembly.gaps : assembly.shortfall.map((cell) => ({ ...cell, missing: cell.want - cell.got }));
  const locks = assembly.lockFaults.filter((fault) => fault.reason !== 'duplicate');
  const { relaxation } = assembly;
  const missing = gaps.reduce((sum, gap) => sum + gap.missing, 0);
  // A relaxation that empties a section is not offered: the author of the paper must decide that.
  const isTakeable = relaxation !== null && relaxation.apply.counts.every((count) => count > 0);
  const sections = paper.sections.map((section, at) => ({ ...section, count: relaxation?.apply.counts[at] ?? section.count }));
  const { passPoints } = paper.rules;
  const pass = { before: passPoints, after: computePassMark(passPoints, paper.totalPoints, sumSectionPoints(sections)) };
  const drop = (cell: CellKey, n: number) => t('relaxDrop', { cell: cellName(cell), n });
  return (
    <div role="alert">
      <Panel
        title={
          missing > 0
            ? short.length > 0
              ? t('shortTitleOf', { name: joinWords(short), count: missing })
              : t('shortTitle', { count: missing })
            : t('lockTitle')
        }
        aside={
          <Chip tone="seal" mark="square">
            {missing > 0 ? t('gapPlaces', { count: gaps.length }) : t('lockPlaces', { count: locks.length })}
          </Chip>
        }
        bodyClassName="num flex flex-col gap-1.5 px-3.5 py-3 text-[13px] leading-relaxed"
      >
        <ul className="flex max-h-52 flex-col gap-1 overflow-y-auto">
          {gaps.map((gap, at) => {
            const leftOutTexts = reasons
              .filter((reason) => gap.leftOut[reason] > 0)
              .map((reason) => t(`leftOutReason.${reason}`, { n: gap.leftOut[reason] }));
            return (
              <li key={at}>
                <b className="text-seal">{cellName(gap)}</b>
                {getColon()}
                {t('gapLine', { missing: gap.missing, have: gap.have })}
                {leftOutTexts.length > 0 && t('leftOut', { list: joinWords(leftOutTexts) })}
              </li>
            );
          })}
          {locks.map((fault) => (
            <li key={`${fault.id} ${fault.reason}`}>
              <b className="text-seal">{questionName(fault.id)}</b>
              {getColon()}
              {t(`lockFault.${fault.reason}`)}
            </li>
          ))}
        </ul>
        {relaxation !== null && (
          <>
            <p className="font-semibold">{t('relaxTitle')}</p>
            <ul className="flex max-h-44 list-disc flex-col gap-1 overflow-y-auto pl-4">
              {relaxation.exposure !== null && (
                <li>{t('relaxExposure', { max: relaxation.exposure.maxExposure, n: relaxation.exposure.questions })}</li>
              )}
              {relaxation.moves.map((move, at) => (
                <li key={at}>{t('relaxMove', { from: cellName(move.from), to: cellName(move.to), n: move.count })}</li>
              ))}
              {relaxation.drops.map((each, at) => (
                <li key={at}>{drop(each.cell, each.count)}</li>
              ))}
              {pass.after !== pass.before && <li>{t('relaxPass', pass)}</li>}
              {relaxation.shared > 0 && <li>{t('relaxShared', { n: relaxation.shared })}</li>}
            </ul>
          </>
        )}
        <div className="mt-1 flex flex-wrap gap-2">
          {isTakeable && (
            <Button size="sm" busy={busy} onClick={() => onTake(relaxation)}>
              {t('relaxTake')}
            </Button>
          )}
          {relaxation !== null && relaxation.drops.length > 0 && (
            <LinkButton size="sm" to={`${base}/paper/create/${paper.id}`}>
              {t('words:paperEdit')}
            </LinkButton>
          )}
        </div>
        {!assembly.proven && <p className="text-muted-foreground">{t('notProven')}</p>}
      </Panel>
    </div>
  );
}

/** Error data of a draw for which the bank had too few questions. */
const shortData = z.object({
  shortages: z.array(z.object({ variant: z.int(), section: z.int(), want: z.int(), have: z.int() })),
  leftOut: z.int(),
});

/** Names every section that the bank could not fill, and suggests what to do. */
export function DrawShortage({ failure, paper, several }: { failure: Error; paper: Paper; several: boolean }) {
  const { t } = useTranslation(['paper', 'words']);
  const { base } = usePaperArea();
  const parsed = failure instanceof CallFailure ? shortData.safeParse(failure.data) : undefined;
  if (parsed?.success !== true) {
    return (
      <div role="alert">
        <Strip tone="seal">{failure.message}</Strip>
      </div>
    );
  }
  const { shortages, leftOut } = parsed.data;
  const missing = shortages.reduce((sum, short) => sum + short.want - short.have, 0);
  return (
    <div role="alert">
      <Panel
        title={t('shortTitle', { count: missing })}
        aside={
          <Chip tone="seal" mark="square">
            {t('shortPlaces', { count: shortages.length })}
          </Chip>
        }
        bodyClassName="flex flex-col gap-2 px-3.5 py-3 text-[13px] leading-relaxed"
      >
        {shortages.map((short) => (
          <p key={`${short.variant}.${short.section}`} className="num">
            <b className="text-seal">
              {several && `${t('variantName', { name: variantNames[short.variant] ?? '' })} · `}
              {paper.sections[short.section]?.title}
            </b>
            {getColon()}
            {t('shortLine', { ...short, missing: short.want - short.have })}
          </p>
        ))}
        {leftOut > 0 && <p>{t('heldLeftOut', { count: leftOut })}</p>}
        <p className="text-muted-foreground">{t('shortHelp')}</p>
        <div className="mt-1 flex gap-2">
          <LinkButton size="sm" to={`${base}/paper/create/${paper.id}`}>
            {t('words:paperEdit')}
          </LinkButton>
          <LinkButton size="sm" to="/teacher/exam/questions/import">
            {t('words:questionImport')}
          </LinkButton>
        </div>
      </Panel>
    </div>
  );
}

type Conflict = CallOutput<(typeof paperCalls)['getConflicts']>['items'][number];

/** Lists questions that must not be in one paper, each with a way to resolve the conflict. */
export function ConflictPanel({ paper, editor, fixed }: { paper: Paper; editor: PaperAssemblyEditor; fixed: boolean }) {
  const { t } = useTranslation('paper');
  const { swap, isSwapping } = useQuestionSwap(paper, editor);
  const conflicts = useCall(
    '/paper/getConflicts',
    { id: paper.id },
    {
      quiet: true,
      version: paper.version,
      enabled: editor.variants.some((variant) => variant.sections.some((entries) => entries.length > 0)),
    },
  );
  const items = conflicts.data?.items ?? [];
  if (items.length === 0) return null;
  const numberOf = (variant: number, id: number): number =>
    (editor.variants[variant]?.sections.flat().findIndex((one) => one.id === id) ?? -1) + 1;
  const several = editor.variants.length > 1;
  const words = (conflict: Conflict): string => {
    const at = variantNames.indexOf(conflict.variant);
    const numbers = conflict.ids.map((id) => numberOf(at, id)).toSorted((a, b) => a - b);
    const [first = 0, second = 0] = numbers;
    const where = several ? `${t('variantName', { name: conflict.variant })} ` : '';
    return `${where}${t(`conflict.${conflict.kind}`, { first, second, n: numbers.length, max: paper.rules.maxShared })}`;
  };
  return (
    <section aria-label={t('conflictTitle')}>
      <Panel
        title={t('conflictTitle')}
        aside={
          <Chip tone="kept" mark="ring">
            {t('places', { count: items.length })}
          </Chip>
        }
      >
        <ul className="num max-h-52 overflow-y-auto text-[13px]">
          {items.map((conflict) => {
            const variant = variantNames.indexOf(conflict.variant);
            const last = conflict.ids.toSorted((a, b) => numberOf(variant, a) - numberOf(variant, b)).at(-1) ?? 0;
            const section = editor.variants[variant]?.sections.findIndex((entries) => entries.some((entry) => entry.id === last)) ?? -1;
            return (
              <li
                key={`${conflict.variant} ${conflict.kind} ${conflict.ids.join()}`}
                className="flex items-center justify-between gap-2 border-b px-3.5 py-1.5 last:border-b-0"
              >
                {words(conflict)}
                {!fixed && conflict.kind !== 'shared' && section >= 0 && (
                  <Button
                    size="sm"
                    variant="ghost"
                    className="text-primary"
                    repeats={false}
                    busy={isSwapping(last)}
                    onClick={() => swap(last, { variant, section })}
                  >
                    {t('swapNumber', { n: numberOf(variant, last) })}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      </Panel>
    </section>
  );
}
