import { useTranslation } from '../../../../lib/i18n.ts';
import type { Assembly, CellKey, Relaxation } from '../../../../../sync/contract/papers/assembly.ts';
import { computePassMark, sumSectionPoints } from '../../../../../sync/domain/papers/paper-points.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../../ui/primitives/link-button.tsx';
import { Chip } from '../../../../ui/primitives/chip.tsx';
import { Panel } from '../../../../ui/primitives/panel.tsx';
import { usePaperArea } from '../../paper-area.ts';
import type { Paper } from '../../paper-queries.ts';

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

/** Shows in which cells the bank has too few questions, and the smallest relaxation that works. */
export function GapPanel({ assembly, cellName, questionName, short, paper, busy, onTake }: GapPanelProps) {
  const { t } = useTranslation(['paper', 'words']);
  const { base } = usePaperArea();
  const gaps = assembly.gaps.length > 0 ? assembly.gaps : assembly.shortfall.map((cell) => ({ ...cell, missing: cell.want - cell.got }));
  const locks = assembly.lockFaults.filter((fault) => fault.reason !== 'duplicate');
  const { relaxation } = assembly;
  const missing = gaps.reduce((sum, gap) => sum + gap.missing, 0);
  // A relaxation that empties a section is not offered; its author must decide.
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
              ? t('shortTitleOf', { name: short.join('、'), count: missing })
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
            const left = reasons
              .filter((reason) => gap.leftOut[reason] > 0)
              .map((reason) => t(`leftOutReason.${reason}`, { n: gap.leftOut[reason] }));
            return (
              <li key={at}>
                <b className="text-seal">{cellName(gap)}</b>：{t('gapLine', { missing: gap.missing, have: gap.have })}
                {left.length > 0 && t('leftOut', { list: left.join('、') })}
              </li>
            );
          })}
          {locks.map((fault) => (
            <li key={`${fault.id} ${fault.reason}`}>
              <b className="text-seal">{questionName(fault.id)}</b>：{t(`lockFault.${fault.reason}`)}
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
