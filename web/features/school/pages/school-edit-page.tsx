import { useParams } from 'react-router-dom';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { SchoolEditForm } from '../parts/school-form.tsx';
import { blankSchool, toSchoolInput, useSchoolById } from '../school-queries.ts';

/** Edits a new or an existing school. */
export function SchoolEditPage() {
  const { id: text } = useParams();
  const id = text === undefined ? null : Number(text);
  const school = useSchoolById(id);
  if (id === null) return <SchoolEditForm key="new" saved={null} initial={blankSchool} />;
  if (school.data === undefined)
    return (
      <LoadingState query={school}>
        <FormSkeleton />
      </LoadingState>
    );
  return (
    <SchoolEditForm
      key={id}
      saved={{ id, version: school.data.version, website: school.data.website }}
      initial={toSchoolInput(school.data)}
    />
  );
}

function FormSkeleton() {
  return (
    <div aria-hidden className="flex flex-col gap-3.5">
      <Skeleton className="h-9 w-64" />
      {[5, 3, 2].map((rows) => (
        <Panel key={rows} bodyClassName="grid gap-4 p-4 md:grid-cols-2">
          {Array.from({ length: rows }, (_, at) => (
            <Skeleton key={at} className="h-9 w-full" />
          ))}
        </Panel>
      ))}
    </div>
  );
}
