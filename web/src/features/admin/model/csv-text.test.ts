import { maxCsvLength } from '@koinonia/contracts/invitations.ts';
import { describe, expect, test, vi } from 'vitest';
import { invitationTexts as texts } from '../invitation-texts.ts';
import { csvTextOf, csvTextOfFile } from './csv-text.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('a file with people to invite', () => {
  test.each([
    ['UTF-8', bytes('email\nzoë@base.example')],
    ['UTF-8 with its mark', bytes('\ufeffemail\nzoë@base.example')],
    ['UTF-16', new Uint8Array([0xff, 0xfe, ...[...'email\nzoë@base.example'].flatMap((c) => [c.charCodeAt(0), 0])])],
  ])('is read as %s', (_, content) => expect(csvTextOf(content)).toEqual({ text: 'email\nzoë@base.example' }));

  test('is read up to the limit, in characters', () => {
    const longest = '🙏'.repeat(maxCsvLength);
    expect(csvTextOf(bytes(longest))).toEqual({ text: longest });
  });

  test('with few people but too much beside them is refused in words that are true of it', () => {
    const notes = 'email,notes\nana@base.example,'.padEnd(maxCsvLength + 1, 'x');
    expect(csvTextOf(bytes(notes))).toEqual({ fault: expect.stringContaining('remove columns that are not needed') });
  });

  test('that is huge is not read whole to be refused', async () => {
    const huge = new File([`-${'🙏'.repeat(3 * maxCsvLength)}`], 'people.csv');
    const whole = vi.spyOn(huge, 'arrayBuffer');
    expect(await csvTextOfFile(huge)).toEqual({ fault: texts.tooLarge });
    expect(whole).not.toHaveBeenCalled();
    const spreadsheet = new File([new Uint8Array([0x50, 0x4b, 0x03, 0x04]), huge], 'people.xlsx');
    expect(await csvTextOfFile(spreadsheet)).toEqual({ fault: texts.spreadsheet });
  });

  test.each([
    ['nothing', new Uint8Array(), texts.empty],
    ['white space', bytes(' \r\n'), texts.empty],
    ['a spreadsheet', new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x14]), texts.spreadsheet],
    ['an old spreadsheet', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), texts.spreadsheet],
    ['letters of another encoding', new Uint8Array([...bytes('email\nzo'), 0xeb, 0x40]), texts.notUtf8],
    ['something else', bytes('a\0b'), texts.notText],
    ['too much', bytes('🙏'.repeat(maxCsvLength + 1)), texts.tooLarge],
  ])('with %s is refused in clear words', (_, content, fault) => expect(csvTextOf(content)).toEqual({ fault }));
});
