import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createExampleDraft, type Resource } from '../../../sync/contract/resource.ts';
import { resources } from '../../../sync/contract/resources.ts';
import { createExampleAnswer } from '../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../tests/fixtures/component/fake-server.ts';
import { renderPage } from '../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../lib/i18n.ts';
import type { CallPath } from '../api/call-path.ts';
import { createCall, createResourceCalls } from './create-resource-calls.ts';
import { ResourceForm } from './resource-form.tsx';
import type { RowVersionKey } from '../../../sync/contract/scalars.ts';

type Row = Record<string, unknown> & RowVersionKey;
const changePath = '/class/modify';

/** Renders the form of a stored row. Its only field changes nothing; it stands in for the fields of a page. */
async function openForm(module: string, resource: Resource) {
  const pathOf = (verb: string) => `/${module}/${verb}` as typeof changePath;
  const saved: Row = { ...(createExampleDraft(resource as never) as object), id: 1, version: 3 };
  const calls = createResourceCalls(resource as never, {
    add: createCall(pathOf('add')) as never,
    modify: createCall(pathOf('modify')) as never,
    remove: createCall(pathOf('remove')) as never,
    getById: createCall(pathOf('getById') as CallPath) as never,
  });
  const server = startFakeServer();
  const path = pathOf('modify');
  let closed = 0;
  await i18n.load(['resource']);
  const page = await renderPage(
    <ResourceForm calls={calls as never} saved={saved as never} onClose={() => (closed += 1)}>
      {() => <input aria-label="field" />}
    </ResourceForm>,
  );
  return {
    ...page,
    server,
    path,
    /** Number of times that the form asked to be closed. */
    closed: () => closed,
    save: () => screen.getByRole('button', { name: 'Save' }),
    stored: (version: number) => ({ ...createExampleAnswer(path), id: 1, version }),
    /** Holds the answer with the newest version of the row until the returned function is called. */
    holdNewest: (version: number) => {
      const release = server.hold(pathOf('getById') as '/class/getById');
      return () => release({ ...createExampleAnswer(pathOf('getById') as '/class/getById'), ...saved, version });
    },
    keys: () => server.sentTo(path).map(({ requestKey }) => requestKey),
  };
}

describe.each(Object.entries(resources))('the form of %s', (module, resource) => {
  it('saves once when its button is pressed twice, and closes', async () => {
    const form = await openForm(module, resource);
    const release = form.server.hold(form.path);
    form.pressTwice(form.save());
    await waitFor(() => expect(form.save().getAttribute('aria-busy')).toBe('true'));
    await form.person.dblClick(form.save());
    release(form.stored(4));
    await waitFor(() => expect(form.closed()).toBe(1));
    expect(form.server.sentTo(form.path)).toHaveLength(1);
  });

  it('saves when Enter is pressed in a field', async () => {
    const form = await openForm(module, resource);
    form.server.answer(form.path, form.stored(4));
    await form.person.type(screen.getByLabelText('field'), '{Enter}');
    await waitFor(() => expect(form.closed()).toBe(1));
  });

  it('stays open and shows the reason of a refusal', async () => {
    const form = await openForm(module, resource);
    form.server.refuse(form.path, 'refused', 'The name is taken.');
    await form.person.click(form.save());
    expect((await screen.findAllByText('The name is taken.')).length).toBeGreaterThan(0);
    expect(form.closed()).toBe(0);
  });

  it('continues from the newest version after another person changed the row', async () => {
    const form = await openForm(module, resource);
    form.server.refuse(form.path, 'conflict', 'Wang Wei changed it.');
    await form.person.click(form.save());
    const release = form.holdNewest(9);
    await form.person.click(await screen.findByRole('button', { name: 'Load the latest, keep my changes' }));
    form.server.answer(form.path, form.stored(10));
    // A save before the latest version has arrived would meet the same conflict again.
    await waitFor(() => expect(form.save().getAttribute('aria-busy')).toBe('true'));
    await form.person.click(form.save());
    release();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Load the latest, keep my changes' })).toBeNull());
    await form.person.click(form.save());
    await waitFor(() => expect(form.closed()).toBe(1));
    expect(form.server.sentTo(form.path).map(({ input }) => input.version)).toEqual([3, 9]);
  });

  it('reports a lost answer as not saved, and saves again with the same idempotency key', async () => {
    const form = await openForm(module, resource);
    form.server.loseAnswer(form.path);
    await form.person.click(form.save());
    expect(await screen.findByText(/^Not saved yet/)).toBeDefined();
    form.server.answer(form.path, form.stored(4));
    await form.person.click(form.save());
    await waitFor(() => expect(form.closed()).toBe(1));
    const [first, second] = form.keys();
    expect(second).toBe(first);
  });
});
