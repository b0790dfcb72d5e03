import { useTranslation } from '../../../lib/i18n.ts';
import { joinWords } from '../../../lib/punctuation.ts';
import type { SeatedExaminee } from '../../../../sync/contract/exams/exam-seating.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { DataList, createLocalListQuery } from '../../../ui/list/data-list.tsx';
import { FilterSelect } from '../../../ui/list/filter-select.tsx';
import { createOneOfFilter, textFilter, useListState } from '../../../ui/list/list-state.ts';
import { type Column, nameColumn } from '../../../ui/list/columns.tsx';
import { PlanChoice } from './plan-choice.tsx';
import type { PlanSeatingView } from '../seating-queries.ts';
import { ImagePlus } from 'lucide-react';
import { useRef } from 'react';
import { makeCall } from '../../../platform/api/call.ts';
import { uploadFile } from '../../../platform/uploads/upload.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { FileInput } from '../../../ui/form/file-input.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { planCallPrefixes } from '../exam-plan-queries.ts';
import { getPhotoKey, readPhotos } from '../../../lib/files/photo.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { useAction } from '../../../ui/use-action.ts';
import { matchPhotos } from './photo-match.ts';
import { useLabelText } from '../../../ui/form/use-label-text.ts';
import { heicMessage } from '../../../../sync/domain/heic-message.ts';
import { hasHeicExtension } from '../../../../sync/domain/heic.ts';

const idChecks = ['right', 'wrong', 'none'] as const;
const filters = {
  keyword: textFilter,
  room: textFilter,
  idCheck: createOneOfFilter(idChecks),
  photo: createOneOfFilter(['yes', 'no']),
};

/** /teacher/exam/exam-user: the examinees of a plan with seat, number, photo and ID, and the problems of their data. */
export function ExamUserPage() {
  const { t } = useTranslation(['seating', 'words']);
  return <PlanChoice title={t('words:planUsers')}>{(seating) => <Users key={seating.id} seating={seating} />}</PlanChoice>;
}

function Users({ seating }: { seating: PlanSeatingView }) {
  const { t } = useTranslation(['seating', 'words']);
  const mayChange = useCanChangeData();
  const list = useListState({ filters });
  const { keyword, room, idCheck, photo } = list.filters;
  const find = (keyword ?? '').trim().toLowerCase();
  const fitting = seating.people.filter(
    (person) =>
      [person.name, person.ticketNo, person.seatLabel, person.className, person.employer, person.studentNo].some((text) =>
        text.toLowerCase().includes(find),
      ) &&
      (room === undefined || room === '' || String(person.roomId ?? 0) === room) &&
      (idCheck === undefined || person.idCheck === idCheck) &&
      (photo === undefined || (person.photo !== '') === (photo === 'yes')),
  );
  const hasRooms = seating.rooms.length > 0;
  const seatColumn: Column<SeatedExaminee> = {
    key: 'seat',
    header: t('words:seat'),
    sort: 'seat',
    width: 'w-40',
    cell: (row) => (row.seatLabel === '' ? <Chip mark="ring">{t('noSeat')}</Chip> : row.seatLabel),
    value: (row) => (row.seatLabel === '' ? t('noSeat') : row.seatLabel),
  };
  const columns: Column<SeatedExaminee>[] = [
    { key: 'ticketNo', header: t('words:ticketNo'), sort: 'ticketNo', width: 'w-44', value: (row) => row.ticketNo },
    {
      key: 'photo',
      header: t('words:photo'),
      width: 'w-24',
      cell: (row) =>
        row.photo === '' ? (
          <Chip tone="kept" mark="ring">
            {t('noPhoto')}
          </Chip>
        ) : (
          <img src={row.photo} alt={row.name} className="h-8 w-6 rounded-sm object-cover" />
        ),
      value: (row) => t(row.photo === '' ? 'noPhoto' : 'hasPhoto'),
    },
    nameColumn(t('words:personName'), (row) => row.name, { width: 'w-32' }),
    ...(hasRooms ? [seatColumn] : []),
    { key: 'variant', header: t('variant'), sort: 'variant', width: 'w-20', value: (row) => row.variant },
    { key: 'className', header: t('words:className'), sort: 'className', value: (row) => row.className },
    { key: 'employer', header: t('employer'), sort: 'employer', wide: true, value: (row) => row.employer },
    { key: 'studentNo', header: t('studentNo'), extra: true, sort: 'studentNo', value: (row) => row.studentNo },
    {
      key: 'idNumber',
      header: t('words:idNumber'),
      width: 'w-56',
      cell: (row) => (
        <span className="num inline-flex items-center gap-2">
          {row.idNumber}
          {row.idCheck === 'wrong' && (
            <Chip tone="seal" mark="square">
              {t('id_wrong')}
            </Chip>
          )}
          {row.idNumber === '' && <Chip mark="ring">{t('id_none')}</Chip>}
        </span>
      ),
      value: (row) => row.idNumber,
    },
  ];
  const seated = seating.people.filter((person) => person.roomId !== null).length;
  return (
    <>
      {mayChange && <PhotoImport seating={seating} />}
      <DataList
        name="exam-plan.users"
        caption={t('words:planUsers')}
        title={seating.name}
        aside={
          <span className="num text-[13px] text-muted-foreground">
            {hasRooms ? t('usersFigures', { n: seating.people.length, seated }) : t('people', { n: seating.people.length })}
          </span>
        }
        list={list}
        query={createLocalListQuery(fitting, columns, list)}
        columns={columns}
        keyOf={(row) => row.userId}
        nameOf={(row) => row.name}
        search={t('usersSearch')}
        filters={
          <>
            {hasRooms && (
              <FilterSelect
                name="room"
                label={t('room')}
                all={t('allRooms')}
                choices={[...seating.rooms.map((one) => ({ value: String(one.id), label: one.name })), { value: '0', label: t('noSeat') }]}
              />
            )}
            <FilterSelect
              name="idCheck"
              label={t('idCheck')}
              all={t('allIds')}
              choices={idChecks.map((value) => ({ value, label: t(`id_${value}`) }))}
            />
            <FilterSelect
              name="photo"
              label={t('words:photo')}
              all={t('allPhotos')}
              choices={[
                { value: 'yes', label: t('hasPhoto') },
                { value: 'no', label: t('noPhoto') },
              ]}
            />
          </>
        }
        empty={{ title: t('nobody') }}
      />
    </>
  );
}

/** Maximum number of photos in one call that stores photos of examinees. */
const atOnce = 50;
const shownNames = 5;
const idNumber = /^\d{17}[\dX]$/i;

/** Asks the server whose the ID numbers in the file names are, because the page never receives full ID numbers. */
async function matchIdNumbers(names: readonly string[]): Promise<Map<string, number>> {
  const ids = names.map((name) => getPhotoKey(name).toUpperCase()).filter((key) => idNumber.test(key));
  if (ids.length === 0) return new Map();
  const { matched } = await makeCall(
    '/user/matchExamUsers',
    { rows: ids.map((id, at) => ({ row: at + 1, cells: { id_number: id } })) },
    { quiet: true },
  );
  return new Map(matched.map((one) => [ids[one.row - 1] ?? '', one.user.id]));
}

/**
 * Imports the photos of a whole exam from a zip file, named by ticket, student or ID number. Photos without a match are listed before anything is
 * sent.
 */
function PhotoImport({ seating }: { seating: PlanSeatingView }) {
  const { t } = useTranslation('planPart');
  const words = useLabelText();
  const input = useRef<HTMLInputElement>(null);
  const invalidate = useInvalidate();
  const read = useAction({
    mutationFn: async (files: readonly File[]) => {
      const { photos, left } = await readPhotos(files);
      const match = matchPhotos(photos, seating.people, await matchIdNumbers(photos.map((photo) => photo.name)));
      return { ...match, left: [...left, ...match.open.map((photo) => photo.name)] };
    },
  });
  const save = useAction({
    mutationFn: async () => {
      const matches = read.data?.found ?? [];
      for (let start = 0; start < matches.length; start += atOnce) {
        const items = [];
        for (const { userId, photo } of matches.slice(start, start + atOnce)) {
          const { url } = await uploadFile(
            new File([photo.bytes], getPhotoKey(photo.name) + photo.name.slice(photo.name.lastIndexOf('.'))),
          );
          items.push({ userId, photo: url });
        }
        await makeCall('/exam/setPhotos', { planId: seating.id, items });
      }
      return matches.length;
    },
    onSuccess: (n) => {
      toast.success(t('photosDone', { n }));
      read.reset();
    },
    onSettled: () => invalidate(...planCallPrefixes),
  });
  const unmatchedNames = read.data?.left ?? [];
  return (
    <div className="flex flex-col gap-2.5">
      <div className="flex flex-wrap items-center gap-2.5">
        <Button busy={read.isPending} onClick={() => input.current?.click()}>
          <ImagePlus aria-hidden />
          {t('photos')}
        </Button>
        <FileInput
          ref={input}
          multiple
          accept=".zip,.jpg,.jpeg,.png,.webp"
          aria-label={t('photos')}
          onFiles={(files) => read.mutate(files)}
        />
        <span className="text-[13px] text-muted-foreground">{t('photosHint')}</span>
      </div>
      {(read.error ?? save.error) !== null && (
        <div role="alert">
          <Strip tone="seal">{read.error === null ? t('photosBroken') : t('photosUnreadable')}</Strip>
        </div>
      )}
      {read.data !== undefined && (
        <Strip
          tone={unmatchedNames.length > 0 ? 'kept' : 'neutral'}
          live
          action={
            read.data.found.length > 0 && (
              <Button size="sm" variant="primary" busy={save.isPending} onClick={() => save.mutate()}>
                {t('photosTake', { n: read.data.found.length })}
              </Button>
            )
          }
        >
          <span className="num">
            {t('photosFound', { n: read.data.found.length, of: seating.people.length })}
            {unmatchedNames.length > 0 &&
              ` ${t('photosLeft', { n: unmatchedNames.length, names: joinWords(unmatchedNames.slice(0, shownNames)) })}`}
            {unmatchedNames.some(hasHeicExtension) && ` ${words(heicMessage)}`}
          </span>
        </Strip>
      )}
    </div>
  );
}
