import { describe, expect, test } from 'vitest';
import { cleanFileName, cutName, endingOf } from './file-name.ts';

const [rightToLeftOverride, isolate, zeroWidthJoiner] = ['\u202e', '\u2066', '\u200d'];

describe('the name of a file', () => {
  test.each([
    'Bericht.pdf',
    'تقرير الصلاة.pdf',
    '祈りの課題.docx',
    'दुआ.txt',
    `👩${zeroWidthJoiner}🚒 team.png`,
    'two  words.pdf'.replace('  ', ' '),
    '50% & more (final) #1.pdf',
  ])('is kept in any script: %s', (name) => {
    expect(cleanFileName(name)).toBe(name);
  });

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ruth\\photo.jpg', 'photo.jpg'],
    ['a/b\\c.txt', 'c.txt'],
    ['.htaccess', 'htaccess'],
    ['....', 'file'],
    ['', 'file'],
    ['..', 'file'],
    ['folder/', 'file'],
  ])('loses its path and leading dots: %j', (told, kept) => {
    expect(cleanFileName(told)).toBe(kept);
  });

  test.each([
    ['a\r\nb.html', 'ab.html'],
    ['a%0D%0Ab.html', 'ab.html'],
    ['say %22hi%22.txt', 'say "hi".txt'],
    ['nul\0.txt', 'nul.txt'],
    [`photo${rightToLeftOverride}gpj.exe`, 'photogpj.exe'],
    [`${isolate}name.pdf`, 'name.pdf'],
    ['half \ud83d.png', 'half \ufffd.png'],
    ['  spaced \t out .txt ', 'spaced out .txt'],
  ])('loses what breaks a header or deceives the eye: %j', (told, kept) => {
    expect(cleanFileName(told)).toBe(kept);
  });

  test.each(['\u200b', '\u3164', '.\u2800'])('is there when nothing of the one that was told shows: %j', (told) => {
    expect(cleanFileName(told)).toBe('file');
  });

  test('has 255 bytes at most, whole characters and its ending', () => {
    expect(cleanFileName(`${'x'.repeat(300)}.jpeg`)).toBe(`${'x'.repeat(250)}.jpeg`);
    expect(cleanFileName('y'.repeat(300))).toBe('y'.repeat(255));
    const family = '👨‍👩‍👧';
    const cut = cleanFileName(`${family.repeat(30)}.png`);
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(255);
    expect(cut).toBe(`${family.repeat(13)}.png`);
  });

  test('is composed, so that one name has one spelling', () => {
    expect(cleanFileName('O\u0308l.txt')).toBe('Öl.txt');
  });
});

test('the ending of a name is the letters and digits after its last point, in lower case', () => {
  expect(['a.JPG', 'archive.tar.gz', 'none', '.hidden', 'dot.', 'a.b c'].map(endingOf)).toEqual([
    'jpg',
    'gz',
    '',
    '',
    '',
    '',
  ]);
});

test('a name that is cut keeps its ending', () => {
  // In lower case, this ending is longer.
  expect(cutName(`${'a'.repeat(94)}😀.İ`, 100)).toBe(`${'a'.repeat(94)}.İ`);
  expect(cutName('abcdefgh.pdf', 8)).toBe('abcd.pdf');
  expect(cutName('short.pdf', 100)).toBe('short.pdf');
});
