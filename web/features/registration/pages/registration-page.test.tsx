import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { isWorkProofValid } from '../../../../sync/crypto/work-proof.ts';
import { RegistrationPage } from './registration-page.tsx';

it('25.21: gives the computing time that the server asks of a busy address, once, and shows what is refused after it', async () => {
  const server = startFakeServer();
  server.answer('/school/getByWebsite', { ...createExampleAnswer('/school/getByWebsite'), website: 'demo', registration: true });
  server.answer('/user/isExist', { exists: false });
  server.refuse('/user/addRS', 'tooMany', 'Too many registrations from here', { challenge: '1.a.b' });
  const { person } = await renderPage(<RegistrationPage />);
  for (const [label, text] of [
    [/^School website code/, 'demo'],
    [/^Name/, 'Fang'],
    [/^Login name/, 'fang'],
    [/^Password/, 'Wo-shi-xin-1'],
    [/^Phone/, '13812345678'],
  ] as const)
    await person.type(await screen.findByLabelText(label, { selector: 'input' }), text);
  await person.click(screen.getByRole('button', { name: 'Submit registration' }));
  await screen.findByText('Too many registrations from here', undefined, { timeout: 20_000 });
  const [first, second, ...more] = server.sentTo('/user/addRS').map(({ input }) => input.proof);
  expect([first, more]).toEqual([undefined, []]);
  expect(second !== undefined && (await isWorkProofValid(second))).toBe(true);
}, 30_000);
