/**
 * Kernel source from the bytes of a file. Decides the encoding (UTF-8, UTF-16 by its byte order mark,
 * else Latin-1, in which old comments are written); refuses what is no text and what no compiler could
 * build. Line ends stay as they are: compilers read all of them.
 */
import { problem, type Problem } from './problem';
import { err, ok, type Result } from './result';
import { parseSignatures } from './signature';

export const largestSourceBytes = 4 << 20;

/** Turns UTF-16 units into a string in pieces that fit into a call's arguments. */
class TextBuilder {
  private units: number[] = [];
  private text = '';

  add(codePoint: number): void {
    this.units.push(codePoint);
    if (this.units.length >= 8192) this.flush();
  }

  toString(): string {
    this.flush();
    return this.text;
  }

  private flush(): void {
    this.text += String.fromCodePoint(...this.units);
    this.units = [];
  }
}

/** Lead byte pattern, smallest code point (shorter forms are invalid), and continuation bytes. */
const sequences = [
  { mask: 0xe0, lead: 0xc0, smallest: 0x80, more: 1 },
  { mask: 0xf0, lead: 0xe0, smallest: 0x800, more: 2 },
  { mask: 0xf8, lead: 0xf0, smallest: 0x10000, more: 3 },
] as const;

/** The text of UTF-8 bytes (Unicode 15, table 3-7); null when they are not UTF-8. */
function decodeUtf8(bytes: Uint8Array): string | null {
  const text = new TextBuilder();
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at] ?? 0;
    at += 1;
    if (lead < 0x80) {
      text.add(lead);
      continue;
    }
    const sequence = sequences.find((candidate) => (lead & candidate.mask) === candidate.lead);
    if (!sequence) return null;
    let codePoint = lead & ~sequence.mask & 0xff;
    for (let left = sequence.more; left > 0; left -= 1, at += 1) {
      const next = bytes[at];
      if (next === undefined || (next & 0xc0) !== 0x80) return null;
      codePoint = (codePoint << 6) | (next & 0x3f);
    }
    const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
    if (codePoint < sequence.smallest || codePoint > 0x10ffff || isSurrogate) return null;
    text.add(codePoint);
  }
  return text.toString();
}

function decodeUtf16(bytes: Uint8Array, littleEndian: boolean): string {
  const text = new TextBuilder();
  for (let at = 2; at + 1 < bytes.length; at += 2) {
    const [first, second] = [bytes[at] ?? 0, bytes[at + 1] ?? 0];
    text.add(littleEndian ? first | (second << 8) : second | (first << 8));
  }
  return text.toString();
}

function decodeLatin1(bytes: Uint8Array): string {
  const text = new TextBuilder();
  bytes.forEach((byte) => text.add(byte));
  return text.toString();
}

function decode(bytes: Uint8Array): string {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return decodeUtf16(bytes, true);
  if (first === 0xfe && second === 0xff) return decodeUtf16(bytes, false);
  const hasMark = first === 0xef && second === 0xbb && third === 0xbf;
  return decodeUtf8(hasMark ? bytes.subarray(3) : bytes) ?? decodeLatin1(bytes);
}

/**
 * The text of a source file of at most 4 MiB, without its byte order mark.
 * Errors: `file-too-large`; `invalid-source` for binary files.
 */
export function decodeSource(bytes: Uint8Array): Result<string, Problem> {
  if (bytes.length > largestSourceBytes) {
    return err(
      problem(
        'file-too-large',
        `The kernel source has ${bytes.length} bytes; at most ${largestSourceBytes} are read.`,
        'Check that it is an OpenCL C source file.',
        { bytes: bytes.length, limit: largestSourceBytes },
        'source-long',
      ),
    );
  }
  const text = decode(bytes);
  const at = text.indexOf('\0');
  return at < 0
    ? ok(text)
    : err(
        problem(
          'invalid-source',
          `The kernel source is not text: there is a NUL character at position ${at}.`,
          'Give OpenCL C source; compiled programs and other binary files cannot be swept.',
          { position: at },
          'source-binary',
        ),
      );
}

/**
 * The same text, when there is something in it to build. Errors: `invalid-source` for an empty one,
 * `no-kernel` for one that defines no kernel (with the `-D` macros of the build options).
 */
export function checkSource(text: string, buildOptions = ''): Result<string, Problem> {
  if (text.replace(/^\uFEFF/, '').trim() === '') {
    return err(
      problem(
        'invalid-source',
        'The kernel source is empty.',
        'Write or open an OpenCL C kernel.',
        {},
        'source-empty',
      ),
    );
  }
  return parseSignatures(text, buildOptions).length > 0
    ? ok(text)
    : err(
        problem(
          'no-kernel',
          'The source defines no kernel.',
          'Mark the function to be measured with __kernel, for example "__kernel void scale(__global float *x)".',
        ),
      );
}
