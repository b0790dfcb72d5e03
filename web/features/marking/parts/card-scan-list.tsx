import { useTranslation } from '../../../lib/i18n.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { type Column, dateColumn, mutedColumn, nameColumn, statusColumn } from '../../../ui/list/columns.tsx';
import { createLocalListQuery, DataList } from '../../../ui/list/data-list.tsx';
import { FilterSelect } from '../../../ui/list/filter-select.tsx';
import { createOneOfFilter, textFilter, useListState } from '../../../ui/list/list-state.ts';
import { useSelection } from '../../../ui/list/table-selection.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip, type ChipTone, type MarkShape } from '../../../ui/primitives/chip.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { type CardScan, type CardScans, getCardScanPath, isForPerson } from '../card-queries.ts';

const looks: Readonly<Record<CardScan['state'], readonly [ChipTone, MarkShape]>> = {
  waits: ['neutral', 'ring'],
  read: ['delivered', 'dot'],
  doubtful: ['kept', 'ring'],
  unreadable: ['seal', 'square'],
  twice: ['kept', 'ring'],
  later: ['kept', 'ring'],
  foreign: ['seal', 'square'],
  setAside: ['neutral', 'ring'],
  related: ['neutral', 'ring'],
};

const filters = { keyword: textFilter, show: createOneOfFilter(['open']) };
/** True for pictures that could not be read as a card of this exam. Only these can be set aside together; all others are decided one by one. */
const isNoCard = ({ state }: CardScan): boolean => state === 'foreign' || state === 'unreadable';

const isOpened = ({ state }: CardScan): boolean => state !== 'waits' && state !== 'related';

interface CardScanListProps {
  planId: number;
  scans: CardScans['scans'];
  released: boolean;
}

/**
 * Lists the scanned pictures of a plan with their states. Pictures that are no cards, such as the pages of a wrong PDF, can be set aside together.
 */
export function CardScanList({ planId, scans, released }: CardScanListProps) {
  const { t } = useTranslation('cards');
  const list = useListState({ filters });
  const selection = useSelection<CardScan>(({ scanId }) => scanId);
  const keyword = list.textOf('keyword').trim().toLowerCase();
  const rows = scans.filter(
    (scan) =>
      (list.textOf('show') !== 'open' || isForPerson(scan)) &&
      (scan.fileName.toLowerCase().includes(keyword) || scan.ticketNo.includes(keyword)),
  );
  const columns = useScanColumns();
  const query = createLocalListQuery(rows, columns, list);
  return (
    <DataList
      name="marking.cardScans"
      caption={t('scans')}
      title={t('scans')}
      list={list}
      query={query}
      columns={columns}
      keyOf={({ scanId }) => scanId}
      nameOf={({ fileName }) => fileName}
      open={(scan) => (isOpened(scan) ? getCardScanPath(planId, scan.scanId) : undefined)}
      actions={(scan) =>
        isOpened(scan) ? [{ label: t(isForPerson(scan) ? 'decide' : 'view'), to: getCardScanPath(planId, scan.scanId) }] : []
      }
      inlineActions={1}
      search={t('searchScans')}
      filters={<FilterSelect name="show" label={t('scans')} all={t('allScans')} choices={[{ value: 'open', label: t('onlyOpen') }]} />}
      empty={{ title: t('none'), text: t('noneText') }}
      {...(!released && {
        selection,
        bulk: (chosen: readonly CardScan[]) => <ExcludePictures planId={planId} scans={chosen} onDone={selection.clear} />,
      })}
    />
  );
}

function useScanColumns(): readonly Column<CardScan>[] {
  const { t } = useTranslation('cards');
  const why = ({ reason, state }: CardScan): string =>
    reason !== null ? t(`reason_${reason}`) : state === 'related' ? t('relatedText') : '';
  const stateOf = (scan: CardScan): string => t(`state_${scan.state}`, { open: scan.open });
  return [
    nameColumn(t('file'), ({ fileName }) => fileName, { width: 'w-44' }),
    statusColumn(
      'state',
      t('state'),
      (scan) => {
        const [tone, mark] = looks[scan.state];
        return (
          <Chip tone={tone} mark={mark}>
            {stateOf(scan)}
          </Chip>
        );
      },
      stateOf,
      { sort: 'state', width: 'w-36' },
    ),
    {
      key: 'page',
      header: t('examineePage'),
      sort: 'page',
      width: 'w-40',
      value: ({ ticketNo, page }) => (ticketNo === '' ? '' : t('where', { ticket: ticketNo, page: page ?? 1 })),
    },
    mutedColumn('why', t('hint'), why),
    dateColumn('uploaded', t('uploadedAt'), ({ uploadedMs }) => uploadedMs, { sort: 'uploaded', extra: true }),
  ];
}

/** Sets aside those of the chosen pictures that are no cards. The page of a single picture can take this back. */
function ExcludePictures({ planId, scans, onDone }: { planId: number; scans: readonly CardScan[]; onDone: () => void }) {
  const { t } = useTranslation('cards');
  const invalidate = useInvalidate();
  const able = scans.filter(isNoCard);
  const exclude = useAction({
    mutationFn: async (ids: readonly number[]) => {
      for (const scanId of ids) await makeCall('/card/decide', { planId, scanId, decision: { kind: 'setAside' } });
    },
    onSuccess: (_, ids) => {
      onDone();
      toast.success(t('setAsideToast', { count: ids.length }));
    },
    onSettled: () => invalidate('/card', '/marking'),
  });
  return (
    <Button
      size="sm"
      disabled={able.length === 0}
      busy={exclude.isPending}
      onClick={() => exclude.mutate(able.map(({ scanId }) => scanId))}
    >
      {t('setAsideMany', { count: able.length })}
    </Button>
  );
}
