import type { SittingGrant } from '../../sync/contract/exams/sitting.ts';
import { createSyncReads } from '../../server/answer-log/calls/sync-reads.ts';
import type { StandInStep } from './step.ts';
import type { SimDevice } from './sim-device.ts';
import type { SimSpareKitSeat, SimPerson } from './person.ts';
import type { World } from './world.ts';

type StepOf<K extends StandInStep['kind']> = Extract<StandInStep, { kind: K }>;

/** Steps of the two substitutes: a relay while the room has no connection to the server, and a spare PC for an examinee whose PC is dead. */
export const standInSteps: { readonly [K in StandInStep['kind']]: (world: World, step: StepOf<K>) => void } = {
  uplinkDown(world, { ms }) {
    world.uplink.downUntilMs = Math.max(world.uplink.downUntilMs, world.time.nowMs + ms);
  },
  relayCrash: (world, { ms, losesDisk }) => world.relay?.crash(ms, losesDisk),
  spareKit: (world) => void fetchKit(world),
  spareStart(world, { person: p, dies, offlineMs }) {
    const person = world.persons[p % world.persons.length];
    const seat = world.spare?.seats.find((one) => one.person === person);
    if (!person || !seat || !world.spare) return;
    const { device } = world.spare;
    const left = person.device;
    if (left && left !== device && dies) {
      left.crash();
      world.time.after(world.chance.int(60_000, 900_000), () => {
        if (left.tabs.length === 0) world.openTab(left);
      });
    }
    if (offlineMs > 0) {
      device.link.offline = true;
      world.time.after(offlineMs, () => void (device.link.offline = false));
    }
    void startAt(world, person, device, seat.grant);
  },
};

/**
 * Loads the data of a spare PC as the server's call `/exam/getSpareKit` does: for every seat, a grant (right to sit there) of the next epoch.
 * Tries again while the server is down.
 */
async function fetchKit(world: World): Promise<void> {
  const { server } = world;
  const again = (): void => void (world.healing || world.time.after(20_000, () => void fetchKit(world)));
  if (!server.up || world.spare) return again();
  const sync = createSyncReads(server.answerLog);
  const seats: SimSpareKitSeat[] = [];
  for (const person of world.persons) {
    const { attemptId, actor } = person;
    const epoch = await sync.currentEpoch(attemptId).catch(() => undefined);
    if (epoch === undefined) return again();
    seats.push({ person, grant: sync.issueSitting({ attemptId, planId: 1, epoch: epoch + 1, actor, schoolId: 1, spare: true }) });
  }
  world.spare = { device: world.addDevice(world.chance.int(-3_000, 3_000)), seats };
}

/**
 * Starts a sitting at the spare PC if its epoch is still the next one. If the seat got a new epoch since the data was loaded, the seat's
 * code does not fit, and nothing happens.
 */
async function startAt(world: World, person: SimPerson, device: SimDevice, grant: SittingGrant): Promise<void> {
  const { server } = world;
  if (!server.up) return;
  const newest = await server.answerLog.writer.epoch(person.attemptId).catch(() => undefined);
  if (newest === undefined || newest + 1 !== grant.epoch) return;
  const tab = world.openTab(device);
  const { attemptId, epoch, actor, planId, ticket, serverKeys, serverEpoch } = grant;
  const wrappedSittingKey = world
    .vaultOf(person, device)
    .wrapSittingKey({ attemptId, epoch, actor }, Buffer.from(grant.sittingKey, 'base64url'));
  const nothing = { lamport: 0, handIn: null, news: null, receipt: null, archivedMs: null };
  const keys = world.relay ? { ...serverKeys, relay: 'relay' } : serverKeys;
  await tab.store
    .saveSitting({ attemptId, planId, epoch, actor, schoolId: 1, ticket, serverKeys: keys, wrappedSittingKey, serverEpoch, ...nothing })
    .catch(() => undefined);
  world.faults.hit('spareStarted');
  world.spareEpochs.set(attemptId, epoch);
  await world.openSession(person, tab);
}
