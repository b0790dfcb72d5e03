import { useTranslation } from '../../../lib/i18n.ts';
import { Chip, type ChipTone, type MarkShape } from '../../../ui/primitives/chip.tsx';
import type { PlanExaminee } from '../exam-plan-queries.ts';
import { type ConcernKind, listExamineeConcerns } from './plan-concerns.ts';

/** Look of each concern: needs a decision, went wrong, or is only informative. */
const looks: Record<ConcernKind, readonly [ChipTone, MarkShape]> = {
  undecided: ['kept', 'ring'],
  epochDisputed: ['seal', 'square'],
  handedInTwice: ['kept', 'ring'],
  digestDisagrees: ['seal', 'square'],
  incomplete: ['kept', 'ring'],
  nothingCame: ['kept', 'ring'],
  unmarked: ['kept', 'ring'],
  aside: ['kept', 'ring'],
  quarantined: ['kept', 'ring'],
  early: ['neutral', 'ring'],
  timeDoubtful: ['kept', 'ring'],
  receivedAfterEnd: ['neutral', 'ring'],
  absentVoid: ['neutral', 'square'],
  unawareOfMark: ['neutral', 'square'],
};

export function ConcernChips({ examinee }: { examinee: PlanExaminee }) {
  const { t } = useTranslation('examPlan');
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {listExamineeConcerns(examinee).map(({ kind, count, text }) => {
        const [tone, mark] = looks[kind];
        return (
          <Chip key={kind} tone={tone} mark={mark} className="num">
            {t(`concern.${text}`, { count })}
          </Chip>
        );
      })}
      {examinee.waiver !== null && (
        <Chip tone="neutral" mark="square">
          {t('waived')}
        </Chip>
      )}
    </span>
  );
}
