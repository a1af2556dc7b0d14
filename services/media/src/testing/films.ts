/** Films and recordings, box by box, as phones make them. */

/** What a phone writes into a film: where, when, with what and by whom it was taken. */
export const traces = ['+51.4556', 'Nokia', 'Ruth', 'Essen', '-T-I-M-E'];
/** The traces that these bytes still hold. */
export const tracesIn = (bytes: Buffer): string[] => traces.filter((trace) => bytes.includes(trace));

export function box(type: string, ...contents: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(contents.map((one) => (typeof one === 'string' ? Buffer.from(one, 'latin1') : one)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

export function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

interface FilmOptions {
  readonly brand?: string;
  /** As it must be afterwards: each private part is replaced by room of the same length. */
  readonly isBlank?: boolean;
  /** Where the track of the sensors lies: by 32 or by 64 bits. */
  readonly places?: 'stco' | 'co64';
  /** The sizes of its samples; all the same when there is one. They are in three chunks: 1, 1 and the others. */
  readonly sizes?: readonly number[];
  /** Boxes behind it. */
  readonly behind?: readonly Buffer[];
}

const zeros = (length: number) => Buffer.alloc(length);

/** What is told in the film, and what stands there afterwards. */
function wordsOf(isBlank: boolean) {
  return {
    text: (value: string) => (isBlank ? zeros(value.length) : Buffer.from(value)),
    hidden(type: string, ...contents: (Buffer | string)[]) {
      const whole = box(type, ...contents);
      return isBlank ? box('free', zeros(whole.length - 8)) : whole;
    },
  };
}

/** A film with a picture, a track of sensors and everything that phones write about it. */
export function film(options: FilmOptions = {}): Buffer {
  const { brand = 'qt  ', isBlank = false, behind = [] } = options;
  const { text, hidden } = wordsOf(isBlank);
  const track = (handler: string, table: Buffer[], ...more: Buffer[]) =>
    box(
      'trak',
      box('tkhd', zeros(4), text('-T-I-M-E'), zeros(60)),
      ...more,
      box(
        'mdia',
        box('mdhd', '\x01\0\0\0', text('-T-I-M-E-T-I-M-E'), zeros(16)),
        box('hdlr', zeros(8), handler, zeros(12)),
        // A second one of QuickTime says how the data is reached.
        box('minf', box('hdlr', zeros(4), 'dhlralis', zeros(12)), box('stbl', ...table)),
      ),
    );
  const ftyp = box('ftyp', brand, zeros(4), brand);
  const { data, table } = sensors(ftyp.length + 8, text, options);
  return Buffer.concat([
    ftyp,
    box('mdat', data),
    box(
      'moov',
      box('mvhd', zeros(4), text('-T-I-M-E'), zeros(88)),
      track('vide', [box('stsz', zeros(12))], box('uuid', 'of all directions'), hidden('udta', box('name', 'Ruth'))),
      track('meta', table, hidden('meta', 'com.apple.quicktime.camera.lens_model Nokia')),
      hidden('udta', box('\xa9xyz', '\0\x12\x15\xc7+51.4556+007.0116/'), box('loci', 'Essen'), zeros(4)),
      hidden('meta', box('hdlr', zeros(8), 'mdta'), 'com.apple.quicktime.location.ISO6709+51.4556+007.0116/'),
      hidden('uuid', '0123456789abcdef<x:xmpmeta>Ruth</x:xmpmeta>'),
    ),
    hidden('free', 'an older udta of Essen'),
    hidden('sefd', 'Nokia'),
    ...behind,
  ]);
}

/** What the sensors say, with the picture between their chunks, and the table of where that lies. */
function sensors(from: number, text: (value: string) => Buffer, options: FilmOptions) {
  const { places = 'stco', sizes = [9, 10, 11, 12] } = options;
  const [same = 0, isSame] = [sizes[0], sizes.length === 1];
  const [first = 0, second = same, third = same, fourth = same] = sizes;
  const starts: number[] = [];
  let data = Buffer.alloc(0);
  for (const length of [first, second, third + fourth]) {
    starts.push(from + data.length);
    data = Buffer.concat([data, text('+51.4556 '.repeat(9).slice(0, length)), Buffer.from('PICTURE')]);
  }
  const table = [
    box('stsd', zeros(8)),
    box('stsc', numbers(0, 2, 1, 1, 1, 3, 2, 1)),
    box('stsz', isSame ? numbers(0, same, 4) : numbers(0, 0, 4, ...sizes)),
    box(places, numbers(0, starts.length, ...starts.flatMap((start) => (places === 'stco' ? [start] : [0, start])))),
  ];
  return { data, table };
}
