import { userTypes } from '../../../sync/contract/roles.ts';
import { type SealedSeat, spareKit, type SpareKit, type SpareSeatContent } from '../../../sync/contract/exams/spare.ts';
import { openSpareSeat } from '../../../sync/crypto/spare-seat.ts';
import { deviceDatabase } from '../journal/device-database.ts';
import { deviceVaults } from '../session/device-vaults.ts';
import { noticeCache, paperCache } from './device.ts';
import type { SessionUser } from '../session/session-user.ts';
import { guardStorage } from '../database/storage-fault.ts';
import type { Credential, OpenedVault } from '../session/vault-store.ts';

/** School fields of the session user. They are equal for all examinees of a school, so they are copied from the user who prepared the spare PC. */
type SchoolPart = Omit<
  SessionUser,
  'id' | 'user_type' | 'prof_id' | 'name' | 'login_name' | 'avatar' | 'must_change_password' | 'draft_key' | 'roles'
>;

export interface StoredSpareKit {
  readonly kit: SpareKit;
  readonly school: SchoolPart;
}

const prefix = 'spare/';
/**
 * Returns the key that identifies a spare kit (the sealed seats and papers of a room). It contains the room's id, because rooms of different venues
 * may have the same name.
 */
export const getSpareKitKey = ({ planId, roomId, roomName }: SpareKit): string => `${planId}/${roomId}/${roomName}`;
/** Milliseconds after the end of its exam at which a spare kit is deleted. */
const keptAfterEndMs = 86_400_000;

/**
 * Stores the sealed seats and papers of a room, called a spare kit, for examinees who must change to a spare PC without a network (SY15). It also
 * deletes old kits, because no other occasion is certain: perhaps no examinee ever signs in at this PC.
 */
export async function storeSpareKit(kit: SpareKit, by: SessionUser): Promise<void> {
  const { id: _id, user_type: _type, prof_id: _prof, name: _name, login_name: _login, avatar: _avatar, ...rest } = by;
  const { must_change_password: _must, draft_key: _draft, roles: _roles, ...school } = rest;
  const key = `${prefix}${getSpareKitKey(kit)}`;
  await guardStorage(() => deviceDatabase.settings.put({ key, value: JSON.stringify({ kit, school } satisfies StoredSpareKit) }));
  await deleteOldSpareKits(Date.now());
}

const readRows = () => guardStorage(() => deviceDatabase.settings.where('key').startsWith(prefix).toArray());

/** Reads a stored spare kit; undefined if it is unreadable or outdated. */
function readKit(value: string, nowMs: number): StoredSpareKit | undefined {
  const { kit, school } = JSON.parse(value) as StoredSpareKit;
  const read = spareKit.safeParse(kit).data;
  return read && nowMs <= read.startMs + read.durationMs + keptAfterEndMs ? { kit: read, school } : undefined;
}

/** Lists the stored spare kits that are not outdated, the latest start first. Reads only, so it may be observed (`useDeviceQuery`). */
export async function listSpareKits(nowMs: number): Promise<readonly StoredSpareKit[]> {
  const kits = (await readRows()).flatMap(({ value }) => readKit(value, nowMs) ?? []);
  return kits.toSorted((a, b) => b.kit.startMs - a.kit.startMs);
}

/** Deletes outdated and unreadable spare kits. */
export async function deleteOldSpareKits(nowMs: number): Promise<void> {
  const old = (await readRows()).filter(({ value }) => readKit(value, nowMs) === undefined);
  await guardStorage(() => deviceDatabase.settings.bulkDelete(old.map(({ key }) => key)));
}

/** Decrypts a seat of a spare kit with the seat's own code. Undefined if the code does not match. */
export const openKitSeat = (sealed: SealedSeat, code: string): Promise<SpareSeatContent | undefined> => openSpareSeat(sealed, code);

/**
 * Turns this PC into the examinee's: from now on, the examinee can sign in with this credential and sit the exam, with or without a network. The
 * credential is not checked here: the invigilator's code is the permission, and the server checks the credential later. Rejects if the kit lacks
 * the paper.
 */
export async function takeSpareSeat(
  { kit, school }: StoredSpareKit,
  seat: SpareSeatContent,
  credential: Credential,
  saveSeat: (seat: SpareSeatContent, vault: OpenedVault['vault'], schoolId: number) => Promise<void>,
): Promise<void> {
  const opened = await deviceVaults.open(credential, true);
  const paper = kit.packages.find((one) => one.variant === seat.variant);
  if (!opened || !paper) throw new Error(`the spare kit of plan ${kit.planId} has no paper ${seat.variant}`);
  const { id, name, login_name, user_type } = seat.user;
  const user: SessionUser = {
    ...school,
    id,
    name,
    login_name,
    user_type,
    prof_id: null,
    avatar: '',
    must_change_password: false,
    draft_key: '',
    roles: userTypes[user_type].roles,
  };
  await paperCache.store(paper);
  await saveSeat(seat, opened.vault, school.school_id);
  await noticeCache.store(id, [seat.notice], opened.vault);
  await deviceVaults.remember(opened, { user, device: '' }, Date.now());
}
