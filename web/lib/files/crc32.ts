const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** Computes the CRC-32 of zip and PNG. `previous`: the CRC of the bytes before these, or any number as a seed. */
export function computeCrc32(bytes: Uint8Array, previous = 0): number {
  let crc = ~previous;
  for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}
