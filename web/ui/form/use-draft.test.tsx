import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { expect, it, vi } from 'vitest';
import { readDraft } from '../../lib/draft/draft.ts';
import { draftStorage, loadDrafts } from '../../lib/draft/draft-cache.ts';
import { useDraft } from './use-draft.ts';

const initial = { name: '' };

function NameForm() {
  const form = useForm({ defaultValues: initial });
  const { isOpenElsewhere } = useDraft('name-form', form, initial);
  return (
    <>
      <input aria-label="Name" {...form.register('name')} />
      {isOpenElsewhere && <p>open elsewhere</p>}
    </>
  );
}

it('a form closed while its draft is being written does not update its state afterwards', async () => {
  await loadDrafts();
  const { promise, resolve } = Promise.withResolvers<void>();
  vi.spyOn(draftStorage, 'waitUntilFlushed').mockReturnValue(promise);
  const page = render(<NameForm />);
  await userEvent.setup({ delay: null }).type(screen.getByLabelText('Name'), 'Li');
  page.unmount();
  // React reads `window.event` whenever a state is set, even in an unmounted component. No read thus means that no state was set.
  const event = vi.spyOn(window, 'event', 'get');
  resolve();
  await act(() => promise);
  expect(event).not.toHaveBeenCalled();
});

it('a form shows that another tab edits it too, until the draft of that tab is deleted', async () => {
  await loadDrafts();
  render(<NameForm />);
  const writeElsewhere = (newValue: string | null) =>
    act(() => window.dispatchEvent(new StorageEvent('storage', { key: 'wenkao.draft..name-form', newValue })));
  void writeElsewhere('Li');
  expect(screen.getByText('open elsewhere')).toBeDefined();
  void writeElsewhere(null);
  expect(screen.queryByText('open elsewhere')).toBeNull();
});

function SavedNameForm({ answered }: { answered: Promise<void> }) {
  const form = useForm({ defaultValues: initial });
  const draft = useDraft('saved-form', form, initial);
  const save = async () => {
    const sent = { ...form.getValues() };
    await answered;
    draft.finish(sent, 2);
  };
  return (
    <>
      <input aria-label="Name" {...form.register('name')} />
      <button type="button" onClick={() => void save()}>
        Save
      </button>
    </>
  );
}

it.each([
  ['open', ''],
  ['open', ' Wei'],
  ['closed', ''],
  ['closed', ' Wei'],
])('a form that is %s when its save is answered keeps the text typed since as a draft: "%s"', async (state, since) => {
  await loadDrafts();
  const { promise, resolve } = Promise.withResolvers<void>();
  const page = render(<SavedNameForm answered={promise} />);
  const person = userEvent.setup({ delay: null });
  await person.type(screen.getByLabelText('Name'), 'Li');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  if (since !== '') await person.type(screen.getByLabelText('Name'), since);
  if (state === 'closed') page.unmount();
  resolve();
  await act(() => promise);
  page.unmount();
  const storedDraft = readDraft('.saved-form');
  expect(storedDraft === null ? null : { value: storedDraft.value, version: storedDraft.version }).toEqual(
    since === '' ? null : { value: { name: 'Li Wei' }, version: 2 },
  );
});
