import { systemCalls } from '../../../sync/contract/platform/system.ts';
import { ApiClient } from '../rig/api-client.ts';

/** Sets the public address of the platform. */
export async function setPublicAddress(origin: string): Promise<void> {
  const system = await ApiClient.signIn(origin, 'system');
  const { updatedMs: _at, updatedBy: _by, ...settings } = await system.call(systemCalls.getSettings, {});
  await system.call(systemCalls.modifySettings, { ...settings, publicAddress: origin });
}
