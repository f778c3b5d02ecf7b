/**
 * Incremental SHA-256 (FIPS 180-4). Why not crypto.subtle: it takes a whole file at once, too much for a
 * model of 200 MB, and is missing on plain-http addresses.
 */
const primes: number[] = [];
for (let n = 2; primes.length < 64; n++) if (primes.every(p => n % p !== 0)) primes.push(n);
/** The first 32 bits of the fraction, as a signed integer. */
const fraction = (x: number) => ((x - Math.floor(x)) * 2 ** 32) | 0;
const constants = Int32Array.from(primes, p => fraction(Math.cbrt(p)));
const start = Int32Array.from(primes.slice(0, 8), p => fraction(Math.sqrt(p)));

const blockBytes = 64;

export type Sha256Hasher = {
  update(bytes: Uint8Array): void;
  /** Returns the digest as lower-case hex. Do not call update() after it. */
  hex(): string;
};

/** Extends the 16 words of a block to the 64 of its rounds. Indices are always within bounds. */
function schedule(words: Int32Array, view: DataView, at: number): void {
  for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const a = words[i - 15] as number;
    const b = words[i - 2] as number;
    const s0 = ((a >>> 7) | (a << 25)) ^ ((a >>> 18) | (a << 14)) ^ (a >>> 3);
    const s1 = ((b >>> 17) | (b << 15)) ^ ((b >>> 19) | (b << 13)) ^ (b >>> 10);
    words[i] = ((words[i - 16] as number) + s0 + (words[i - 7] as number) + s1) | 0;
  }
}

export function createSha256Hasher(): Sha256Hasher {
  const state = Int32Array.from(start);
  const words = new Int32Array(64);
  const carry = new Uint8Array(blockBytes);
  let carried = 0;
  let length = 0;

  const block = (view: DataView, at: number) => {
    schedule(words, view, at);
    // Why: destructuring the eight words costs three times as much as the hashing itself.
    let a = state[0] as number;
    let b = state[1] as number;
    let c = state[2] as number;
    let d = state[3] as number;
    let e = state[4] as number;
    let f = state[5] as number;
    let g = state[6] as number;
    let h = state[7] as number;
    for (let i = 0; i < 64; i++) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (constants[i] as number) + (words[i] as number)) | 0;
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    state[0] = (state[0] as number) + a;
    state[1] = (state[1] as number) + b;
    state[2] = (state[2] as number) + c;
    state[3] = (state[3] as number) + d;
    state[4] = (state[4] as number) + e;
    state[5] = (state[5] as number) + f;
    state[6] = (state[6] as number) + g;
    state[7] = (state[7] as number) + h;
  };
  const carryView = new DataView(carry.buffer);
  const update = (bytes: Uint8Array) => {
    length += bytes.length;
    let at = 0;
    if (carried > 0) {
      at = Math.min(blockBytes - carried, bytes.length);
      carry.set(bytes.subarray(0, at), carried);
      carried += at;
      if (carried < blockBytes) return;
      block(carryView, 0);
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (; at + blockBytes <= bytes.length; at += blockBytes) block(view, at);
    carry.set(bytes.subarray(at));
    carried = bytes.length - at;
  };
  return {
    update,
    hex() {
      const bits = BigInt(length) * 8n;
      const padding = new Uint8Array(((119 - (length % blockBytes)) % blockBytes) + 9);
      padding[0] = 0x80;
      new DataView(padding.buffer).setBigUint64(padding.length - 8, bits);
      update(padding);
      return [...state].map(word => (word >>> 0).toString(16).padStart(8, '0')).join('');
    },
  };
}
