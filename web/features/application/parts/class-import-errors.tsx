import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import { maskIdNumber } from '../../../../sync/contract/people/id-number.ts';
import type { CallOfPath } from '../../../platform/api/call-path.ts';
import { DataList } from '../../../ui/list/data-list.tsx';
import { useLocalListState } from '../../../ui/list/list-state.ts';
import { createLocalListQuery } from '../../../ui/list/local-list.ts';
import type { Column } from '../../../ui/list/table-columns.ts';
import { useLabelText } from '../../../ui/form/use-label-text.ts';
import type { BadPhoto } from '../class-photos.ts';
import { ClassRowCorrection } from './class-row-correction.tsx';

interface Line {
  readonly key: string;
  /** Row of the list or name of the photo file. */
  readonly place: string;
  readonly order: number;
  readonly label: string;
  readonly value: string;
  readonly reason: string;
  /** The faulty cell, if it can be corrected on this page. */
  readonly cell?: Fault;
}
type Fault = CallOutput<CallOfPath<'/enroll/previewClass'>>['faults'][number];
const isOfRow = (one: Fault, other: Fault): boolean => one.row === other.row && one.sheet === other.sheet;

interface ClassFaultsProps {
  faults: readonly Fault[];
  /** True while the list is being checked or written. */
  busy: boolean;
  photoKey: string;
  onMend: (of: Pick<Fault, 'row' | 'sheet'>, cells: Readonly<Record<string, string>>) => void;
  bad: readonly BadPhoto[];
  /** File names of photos whose ID number is in no row. */
  strangers: readonly string[];
}

/** Lists every faulty row and photo with its reason. The list can be exported for corrections. */
export function ClassImportErrors({ faults, bad, strangers, busy, photoKey, onMend }: ClassFaultsProps) {
  const { t } = useTranslation('filing');
  const words = useLabelText();
  const list = useLocalListState({ sort: 'place' });
  const [mending, setMending] = useState<Fault | null>(null);
  const canMend = ({ path }: Fault): boolean => path !== '' && path !== photoKey;
  const photo = t('meanings.photo');
  const lines: Line[] = [
    ...faults.map((fault, at) => ({
      key: `row ${at}`,
      place: `${fault.sheet ?? ''} ${t('classRow', { row: fault.row })}`.trim(),
      order: fault.row,
      label: fault.label,
      value: fault.value,
      reason: fault.reason,
      ...(canMend(fault) && { cell: fault }),
    })),
    ...bad.map((one, at) => ({
      key: `bad ${at}`,
      place: t('classPhotos'),
      order: 1e6 + at,
      label: photo,
      value: one.name,
      reason: typeof one.why === 'string' ? t(one.why) : words(one.why),
    })),
    ...strangers.map((number, at) => ({
      key: `stranger ${at}`,
      place: t('classPhotos'),
      order: 2e6 + at,
      label: photo,
      value: maskIdNumber(number),
      reason: t('classStranger'),
    })),
  ];
  if (lines.length === 0) return null;
  const columns: readonly Column<Line>[] = [
    {
      key: 'place',
      header: t('classPlace'),
      sort: 'place',
      width: 'w-40',
      fixed: true,
      value: (line) => line.order,
      cell: (line) => line.place,
    },
    { key: 'label', header: t('classField'), sort: 'label', width: 'w-40', value: (line) => line.label },
    { key: 'value', header: t('classValue'), width: 'w-56', value: (line) => line.value },
    { key: 'reason', header: t('reason'), value: (line) => line.reason },
  ];
  return (
    <>
      <DataList
        name="enroll.faults"
        title={t('classFaults', { count: lines.length })}
        caption={t('classFaults', { count: lines.length })}
        list={list}
        query={createLocalListQuery(lines, columns, list)}
        columns={columns}
        keyOf={(line) => line.key}
        nameOf={(line) => line.place}
        actions={({ cell }) => (cell === undefined ? [] : [{ label: t('classMend'), disabled: busy, onSelect: () => setMending(cell) }])}
        empty={{ title: t('classGood') }}
      />
      {mending !== null && (
        <ClassRowCorrection
          title={`${mending.sheet ?? ''} ${t('classRow', { row: mending.row })}`.trim()}
          cells={faults.filter((fault) => isOfRow(fault, mending) && canMend(fault))}
          onMend={(cells) => {
            setMending(null);
            onMend(mending, cells);
          }}
          onClose={() => setMending(null)}
        />
      )}
    </>
  );
}
