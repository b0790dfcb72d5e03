import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { expect, it, vi } from 'vitest';
import { draftStorage, loadDrafts } from '../../lib/draft/draft-cache.ts';
import { useDraft } from './use-draft.ts';

const initial = { name: '' };

function NameForm() {
  const form = useForm({ defaultValues: initial });
  const { elsewhere } = useDraft('name-form', form, initial);
  return (
    <>
      <input aria-label="Name" {...form.register('name')} />
      {elsewhere && <p>open elsewhere</p>}
    </>
  );
}

it('a form that is left while its draft is written does not update itself afterwards', async () => {
  await loadDrafts();
  const { promise, resolve } = Promise.withResolvers<void>();
  vi.spyOn(draftStorage, 'kept').mockReturnValue(promise);
  const page = render(<NameForm />);
  await userEvent.setup({ delay: null }).type(screen.getByLabelText('Name'), 'Li');
  page.unmount();
  // React asks for the current event whenever a state is set, even in a component that is gone.
  const event = vi.spyOn(window, 'event', 'get');
  resolve();
  await act(() => promise);
  expect(event).not.toHaveBeenCalled();
});

it('a form says that another tab edits it too, until the draft of that tab is gone', async () => {
  await loadDrafts();
  render(<NameForm />);
  const writeElsewhere = (newValue: string | null) =>
    act(() => window.dispatchEvent(new StorageEvent('storage', { key: 'wenkao.draft..name-form', newValue })));
  void writeElsewhere('Li');
  expect(screen.getByText('open elsewhere')).toBeDefined();
  void writeElsewhere(null);
  expect(screen.queryByText('open elsewhere')).toBeNull();
});
