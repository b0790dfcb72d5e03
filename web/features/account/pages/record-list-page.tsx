import { useAtomValue } from 'jotai';
import { useTranslation } from '../../../lib/i18n.ts';
import { addNote } from '../../../lib/punctuation.ts';
import { useSearchParams, Link } from 'react-router-dom';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import { examStatus } from '../../../../sync/contract/codes.ts';
import { toRecordStatus } from '../../../../sync/domain/exams/exam-user-status.ts';
import { formatDateTime, formatDate } from '../../../lib/format-time.ts';
import type { CallOfPath } from '../../../platform/api/call-path.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { DataList, ListPage, createLocalListQuery } from '../../../ui/list/data-list.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { useListState } from '../../../ui/list/list-state.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ExamUserStatusChip } from '../../../ui/entity/status-chip.tsx';
import { type Column, dateColumn, nameColumn } from '../../../ui/list/columns.tsx';
import { OptionPicker, createOptionSource } from '../../../platform/api/option-picker.tsx';

type Row = CallOutput<CallOfPath<'/record/getList'>>['items'][number];

const Receipt = ({ ms, hash }: { ms: number; hash: string }) => (
  <span title={hash}>
    {formatDateTime(ms)} <span className="font-mono text-muted-foreground">{hash.slice(0, 8)}</span>
  </span>
);

/** Lists exams with result and receipt: the user's own, or with `?user=` those of a student whom the user looks after. */
export function RecordListPage() {
  const { t } = useTranslation(['account', 'ui', 'words']);
  const { t: code } = useTranslation('codes');
  const [params, setParams] = useSearchParams();
  const userParam = params.get('user');
  const roles = useAtomValue(sessionUserAtom)?.roles ?? [];
  const isStaff = roles.includes('school') || roles.includes('teacher');
  const userId = userParam !== null && /^[1-9][0-9]*$/.test(userParam) ? Number(userParam) : undefined;
  const list = useListState({ sort: '-start' });
  const records = useCall('/record/getList', userId === undefined ? {} : { userId });
  const columns: readonly Column<Row>[] = [
    nameColumn(t('exam'), (row) => row.name),
    {
      key: 'part',
      header: t('part'),
      width: 'w-32',
      value: (row) => (row.resit ? addNote(t(`part_${row.part}`), t('resit')) : t(`part_${row.part}`)),
    },
    { key: 'paper', header: t('words:paper'), wide: true, value: (row) => row.paperName },
    dateColumn('start', t('start'), (row) => row.startMs, { sort: 'start', width: 'w-40' }),
    { key: 'seat', header: t('words:seat'), width: 'w-24', wide: true, value: (row) => row.seatLabel || '–' },
    { key: 'status', header: t('words:status'), width: 'w-28', cell: (row) => <ExamUserStatusChip status={row.status} /> },
    // Before the exam has ended the record has no result.
    {
      key: 'recordStatus',
      header: t('recordStatus'),
      width: 'w-24',
      value: (row) => (row.examStatus === examStatus.ended ? code(`recordStatus.${toRecordStatus(row.status)}`) : '–'),
    },
    {
      key: 'score',
      header: t('score'),
      sort: 'score',
      width: 'w-44',
      cell: (row) =>
        row.points === null ? (
          '–'
        ) : (
          <span className="flex items-center gap-2">
            {row.points} / {row.totalPoints}
            <Chip tone={row.passed === true ? 'delivered' : 'kept'} mark={row.passed === true ? 'dot' : 'square'}>
              {t(row.passed === true ? 'ui:passed' : 'failed')}
            </Chip>
          </span>
        ),
      value: (row) => row.points,
    },
    {
      key: 'receipt',
      header: t('receipt'),
      width: 'w-52',
      cell: (row) => (row.receiptMs === null ? t('none') : <Receipt ms={row.receiptMs} hash={row.receiptHash} />),
      value: (row) => row.receiptHash,
    },
  ];
  const isOwn = userId === undefined;
  const title = isOwn ? t('words:records') : t('recordsOf', { name: records.data?.user.name ?? '' });
  const choice = isStaff && (
    <StudentChoice
      value={userId === undefined || records.data === undefined ? null : { id: userId, name: records.data.user.name }}
      onChange={(id) => setParams(id === null ? {} : { user: String(id) })}
    />
  );
  // Staff have rarely sat exams themselves, so the page asks them to choose a student.
  if (isOwn && isStaff && (records.data?.items.length ?? 0) === 0) {
    return (
      <div className="flex flex-col gap-3.5">
        <PageHeader title={title} actions={choice} />
        <Panel>
          <EmptyState title={t('noRecordsChoose')}>{t('noRecordsChooseText')}</EmptyState>
        </Panel>
      </div>
    );
  }
  return (
    <ListPage title={title} actions={choice}>
      <CertificateList rows={records.data?.certificates ?? []} isOwn={isOwn} />
      <DataList
        name="records"
        caption={title}
        list={list}
        query={
          records.data === undefined
            ? { data: undefined, error: records.error, refetch: records.refetch }
            : createLocalListQuery(records.data.items, columns, list)
        }
        columns={columns}
        keyOf={(row) => row.planId}
        nameOf={(row) => row.name}
        empty={{ title: t('noRecords'), text: t('noRecordsText') }}
      />
    </ListPage>
  );
}

interface CertificateListProps {
  rows: CallOutput<CallOfPath<'/record/getList'>>['certificates'];
  /** True if the certificates are the user's own. Other viewers see whether they are valid; only the holder can open the certificate. */
  isOwn: boolean;
}

/** Lists a person's certificates. */
function CertificateList({ rows, isOwn }: CertificateListProps) {
  const { t } = useTranslation('certificate');
  if (rows.length === 0) return null;
  return (
    <Panel title={t('title')}>
      <ul className="num divide-y text-sm">
        {rows.map((row) => (
          <li
            key={row.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-0.5 px-3.5 py-2.5 sm:grid-cols-[minmax(0,1fr)_15rem_7rem_4.5rem]"
          >
            <span>{`${row.profession} · ${t(`levels_${row.level}`)}`}</span>
            <Link to={isOwn ? `/certificate/${row.id}` : `/verify/${row.number}`} className="font-mono text-primary max-sm:col-start-1">
              {row.number}
            </Link>
            <span className="text-muted-foreground">{formatDate(row.issuedMs)}</span>
            <Chip tone={row.revokedMs === null ? 'delivered' : 'seal'} className="justify-self-start">
              {t(row.revokedMs === null ? 'validShort' : 'revoked')}
            </Chip>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const students = createOptionSource('/user/getList', {
  filter: { user_type: 7 },
  sort: 'name',
  chosen: '/user/getListByIds',
  optionOf: ({ id, name, login_name, student_no }) => ({
    value: String(id),
    label: name,
    note: student_no === '' ? login_name : student_no,
  }),
});

interface StudentChoiceProps {
  value: { readonly id: number; readonly name: string } | null;
  onChange: (id: number | null) => void;
}

/** Lets the user choose one of the students whom they look after. */
function StudentChoice({ value, onChange }: StudentChoiceProps) {
  const { t } = useTranslation('account');
  return (
    <div className="w-72">
      <OptionPicker
        aria-label={t('findStudent')}
        placeholder={t('findStudent')}
        source={students}
        knownChoices={value === null ? [] : [{ value: String(value.id), label: value.name }]}
        value={value?.id ?? null}
        onChange={(id) => onChange(id)}
      />
    </div>
  );
}
