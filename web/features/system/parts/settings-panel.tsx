import { useCall } from '../../../platform/api/call-query.ts';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { SettingsForm } from './settings-form.tsx';

export function SettingsPanel() {
  const settings = useCall('/system/getSettings', {});
  if (settings.data === undefined)
    return (
      <LoadingState query={settings}>
        <div aria-hidden className="flex max-w-3xl flex-col gap-3.5">
          {[0, 1, 2].map((at) => (
            <Panel key={at} bodyClassName="flex flex-col gap-4 p-4">
              <Skeleton className="h-4 w-32" />
              <Skeleton className="h-9 w-full" />
              <Skeleton className="h-9 w-full" />
            </Panel>
          ))}
        </div>
      </LoadingState>
    );
  return <SettingsForm saved={settings.data} />;
}
