import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { startFakeServer } from '../../../../../tests/fixtures/component/fake-server.ts';
import { renderPage } from '../../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../../lib/i18n.ts';
import { deviceDatabase } from '../../../../platform/journal/device-database.ts';
import { RegisterMachine } from './register-machine.tsx';

const path = '/exam/registerMachine';

beforeEach(() => deviceDatabase.settings.clear());

async function openForm(at = '/test') {
  const server = startFakeServer();
  // After registration, the PC fetches its tasks repeatedly.
  server.answer('/exam/machineWork', { room: 'Hall', seatNo: 12, serverNow: 0, drillMs: null, plans: [] });
  server.answer('/sync/time', { serverNow: Date.now(), serverEpoch: 'e' });
  await i18n.load(['examAround', 'examSitting']);
  const page = await renderPage(<RegisterMachine />, { at, person: null });
  const field = (name: RegExp) => screen.getByRole('textbox', { name });
  return { ...page, server, field, button: () => screen.getByRole('button', { name: /^(Register|Change seat)$/ }) };
}

describe('registration of a PC by the room’s code', () => {
  it('asks for code and seat number before it sends anything', async () => {
    const form = await openForm();
    await form.person.click(form.button());
    expect(screen.getByText('Enter the registration code')).toBeDefined();
    expect(screen.getByText('Enter a seat number, for example 12')).toBeDefined();
    await form.person.type(form.field(/Room registration code/), '7K3M-00QX');
    await form.person.type(form.field(/Seat number/), '-1{Enter}');
    expect(form.server.sentTo(path)).toHaveLength(0);
  });

  it('registers by keyboard and shows room and seat of this PC', async () => {
    const form = await openForm();
    form.server.answer(path, { room: 'Hall' });
    await form.person.type(form.field(/Room registration code/), '7K3M-00QX');
    await form.person.type(form.field(/Seat number/), '12{Enter}');
    expect(await screen.findByText('This PC is registered as seat 12 in Hall')).toBeDefined();
    expect(form.server.sentTo(path)[0]?.input).toMatchObject({ roomCode: '7K3M-00QX', seatNo: 12 });
    expect(form.button().textContent).toBe('Change seat');
    expect(screen.queryByText(/^Enter a seat number/)).toBeNull();
  });

  it('takes the code from the address in a QR code, and registers seat 0 as a spare PC', async () => {
    const form = await openForm('/test?code=7K3M-00QX');
    form.server.answer(path, { room: 'Hall' });
    await form.person.type(form.field(/Seat number/), '0{Enter}');
    expect(await screen.findByText('This PC is registered as a spare PC in Hall')).toBeDefined();
  });

  it('sends one request for a double press', async () => {
    const form = await openForm('/test?code=7K3M-00QX');
    const release = form.server.hold(path);
    await form.person.type(form.field(/Seat number/), '12');
    form.pressTwice(form.button());
    await waitFor(() => expect(form.button().getAttribute('aria-busy')).toBe('true'));
    release({ room: 'Hall' });
    await screen.findByText('This PC is registered as seat 12 in Hall');
    expect(form.server.sentTo(path)).toHaveLength(1);
  });

  it('repeats the request with the same device ticket after a lost answer', async () => {
    const form = await openForm('/test?code=7K3M-00QX');
    form.server.loseAnswer(path);
    await form.person.type(form.field(/Seat number/), '12{Enter}');
    await waitFor(() => expect(form.button().getAttribute('aria-busy')).toBeNull());
    await waitFor(() => expect(form.server.sentTo(path)).toHaveLength(1));
    form.server.answer(path, { room: 'Hall' });
    await form.person.click(form.button());
    await screen.findByText('This PC is registered as seat 12 in Hall');
    const [first, second] = form.server.sentTo(path);
    expect(second?.input.ticket).toBe(first?.input.ticket);
  });

  it('keeps the typed seat after a refusal, and shows the reason', async () => {
    const form = await openForm('/test?code=7K3M-00QX');
    form.server.refuse(path, 'refused', 'The code is revoked.');
    await form.person.type(form.field(/Seat number/), '12{Enter}');
    expect((await screen.findAllByText('The code is revoked.')).length).toBeGreaterThan(0);
    expect(screen.getByDisplayValue('12')).toBeDefined();
  });
});
