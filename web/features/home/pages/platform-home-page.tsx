import { useAtomValue } from 'jotai';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import { formatDate } from '../../../lib/format-time.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { PlatformFirstSteps } from '../../../platform/platform-first-steps.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FigureStrip, Panel } from '../../../ui/primitives/panel.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { useSchools } from '../home-queries.ts';
import { WaitingList } from '../parts/waiting-lists.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';

const shownAtOnce = 8;

/** Shows the super admin the schools that are not ready to work. */
export function SuperAdminHomePage() {
  const { t } = useTranslation(['home', 'words']);
  const user = useAtomValue(sessionUserAtom);
  const schools = useSchools();
  const { data } = schools;
  const figure = (value: number | undefined, look = '') =>
    value === undefined ? <Skeleton className="my-1 h-4 w-10" /> : <span className={value > 0 ? look : ''}>{value}</span>;
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={t('greeting', { name: user?.name ?? '' })}
        titleExtra={<span className="num text-[13px] text-muted-foreground">{formatDate(useNow())}</span>}
      />
      <PlatformFirstSteps />
      <FigureStrip
        figures={[
          { label: t('figureSchools'), value: figure(data?.total) },
          { label: t('figureDisabled'), value: figure(data?.disabled) },
          { label: t('figureEmpty'), value: figure(data?.empty.length, 'text-kept-ink') },
          { label: t('figureUncoded'), value: figure(data?.uncoded.length, 'text-kept-ink') },
        ]}
      />
      <div className="grid items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_380px]">
        <Panel
          title={t('newSchools')}
          aside={
            <Link to="/school/index" className="rounded-sm text-[13px] text-primary hover:underline underline-offset-4">
              {t('allSchools')}
            </Link>
          }
        >
          {data === undefined && <LoadingState query={schools} className="m-4 h-12" />}
          {data?.total === 0 && (
            <EmptyState
              title={t('noSchools')}
              action={
                <LinkButton variant="primary" to="/school/assets/add-edit">
                  {t('words:schoolCreate')}
                </LinkButton>
              }
            >
              {t('noSchoolsText')}
            </EmptyState>
          )}
          <ul>
            {data?.items.slice(0, shownAtOnce).map((school) => (
              <li key={school.id} className="border-b last:border-b-0">
                <Link to={`/school/assets/add-edit/${school.id}`} className="num flex items-center gap-4 px-4 py-3 hover:bg-muted/55">
                  <span className="min-w-0 grow">
                    <span className="block truncate font-medium">{school.title}</span>
                    <span className="block truncate text-[12.5px] text-muted-foreground">
                      {t('schoolNote', { website: school.website, users: school.userCount, exams: school.examCount })}
                    </span>
                  </span>
                  <span className="text-[12.5px] text-muted-foreground">{formatDate(school.createdMs)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </Panel>
        <div className="flex flex-col gap-3.5">
          <WaitingList
            title={t('emptySchools')}
            nothing={t('nothingEmpty')}
            linkText={t('addAdmin')}
            rows={data?.empty.map(({ id, title, website }) => ({ id, name: title, note: website, to: `/school/assets/set-user/${id}` }))}
          />
          <WaitingList
            title={t('uncodedSchools')}
            nothing={t('nothingUncoded')}
            linkText={t('addCode')}
            rows={data?.uncoded.map(({ id, title, website }) => ({ id, name: title, note: website, to: `/school/assets/add-edit/${id}` }))}
          />
        </div>
      </div>
    </div>
  );
}
