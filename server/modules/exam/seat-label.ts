export const seatsPerRoom = 30;

/** Labels a seat in a plan without rooms: "第一考场 05 号", thirty seats a room, in the order of the plan. */
export function seatLabel(position: number): string {
  const room = Math.floor(position / seatsPerRoom) + 1;
  const seat = (position % seatsPerRoom) + 1;
  return `第${chineseNumber(room)}考场 ${String(seat).padStart(2, '0')} 号`;
}

const digits = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九'] as const;

/** Writes a number from 1 to 99 in Chinese. */
export function chineseNumber(number: number): string {
  const tens = Math.floor(number / 10);
  const ones = number % 10;
  const front = tens === 0 ? '' : tens === 1 ? '十' : `${digits[tens] ?? ''}十`;
  return front + (ones === 0 ? '' : (digits[ones] ?? ''));
}
