import { expect, test } from 'vitest';
import { textParts } from './links.ts';

const links = (text: string) => textParts(text).flatMap(({ href }) => href ?? []);

test.each([
  ['See https://base.example/map, please.', ['https://base.example/map']],
  ['(https://base.example)', ['https://base.example']],
  ['https://en.wikipedia.org/wiki/Oslo_(band)', ['https://en.wikipedia.org/wiki/Oslo_(band)']],
  ['javascript:alert(1) data:text/html,x www.base.example', []],
  ['http://a.example and http://b.example', ['http://a.example', 'http://b.example']],
  ['https://', []],
  ['https://base.example/\u202Egpj.exe', ['https://base.example/']],
  ['JavaScript:alert(1) HTTPS://base.example vbscript:x file:///etc', ['HTTPS://base.example']],
  ['https://base.example/"onmouseover="alert(1)', ['https://base.example/']],
  ['看https://base.example。请大家看', ['https://base.example']],
  ['（https://base.example/地图）、https://b.example/x，好', ['https://base.example/地图', 'https://b.example/x']],
  ['هل رأيت https://base.example/map؟ و https://b.example/a، ثم', ['https://base.example/map', 'https://b.example/a']],
  ['https://base.example/नक्शा।', ['https://base.example/नक्शा']],
])('%s', (text, expected) => {
  expect(links(text)).toEqual(expected);
  expect(
    textParts(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});

test.each([')', '.', '!?'])('no text holds up those who read it, however often %s stands in an address', (sign) => {
  const text = `https://base.example/${sign.repeat(50_000)}x`;
  const before = performance.now();
  expect(links(text)).toEqual([text]);
  expect(performance.now() - before).toBeLessThan(1000);
});
