import { useNavigate, useParams } from 'react-router-dom';
import { useCall } from '../../../platform/api/call-query.ts';
import { useShowSaved } from '../../../platform/next-step.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { DeclarationForm } from '../parts/offer/declaration-form.tsx';
import { DeclarationListPage } from './declaration-list-page.tsx';

/** Shows the project list with the form of a new or existing project over it. */
export function DeclarationEditPage() {
  const navigate = useNavigate();
  const list = '/teacher/declaration/index';
  const showSaved = useShowSaved(list);
  const id = Number(useParams()['id'] ?? 0);
  const project = useCall('/declaration/getById', { id }, { enabled: id > 0 });
  if (id > 0 && project.data === undefined) return <LoadingState query={project} className="h-60" />;
  return (
    <>
      <DeclarationListPage />
      <DeclarationForm saved={project.data ?? null} onClose={(saved) => (saved === undefined ? void navigate(list) : showSaved(saved))} />
    </>
  );
}
