import { useTranslation } from '../../../lib/i18n.ts';
import type { ApplicationKind } from '../../../../sync/domain/applications/application-machine.ts';
import { Chip, type ChipTone, type MarkShape } from '../../../ui/primitives/chip.tsx';

type Look = readonly [ChipTone, MarkShape];
const looks: Record<ApplicationKind, Readonly<Record<string, Look>>> = {
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
export function ApplicationStatusChip({ kind, status }: { kind: ApplicationKind; status: number }) {
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
