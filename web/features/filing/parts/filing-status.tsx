import { useTranslation } from '../../../lib/i18n.ts';
import type { FilingKind } from '../../../../sync/machines/filing-machine.ts';
import { Chip, type ChipTone, type MarkShape } from '../../../ui/chip.tsx';

type Look = readonly [ChipTone, MarkShape];
const looks: Record<FilingKind, Readonly<Record<string, Look>>> = {
  enroll: { '-1': ['neutral', 'square'], '0': ['primary', 'ring'], '1': ['delivered', 'dot'], '2': ['kept', 'ring'] },
  declare: {
    '0': ['neutral', 'ring'],
    '1': ['neutral', 'dot'],
    '2': ['kept', 'ring'],
    '3': ['primary', 'ring'],
    '4': ['delivered', 'dot'],
  },
};

/** Shows the status of an application, named as in the specification. */
export function FilingStatusChip({ kind, status }: { kind: FilingKind; status: number }) {
  const { t } = useTranslation('codes');
  const [tone, mark] = looks[kind][String(status)] ?? ['neutral', 'ring'];
  return (
    <Chip tone={tone} mark={mark}>
      {kind === 'enroll'
        ? t(`enrolmentStatus.${status}` as 'enrolmentStatus.0')
        : t(`declarationStatus.${status}` as 'declarationStatus.0')}
    </Chip>
  );
}
