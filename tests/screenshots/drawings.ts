import type { Page } from '@playwright/test';

/** Pictures without any copyright: drawn, and then captured by the browser. */

interface Face {
  readonly skin: string;
  readonly hair: string;
  readonly shirt: string;
  readonly behind: string;
  readonly isLong?: boolean;
}

export const portrait = ({ skin, hair, shirt, behind, isLong = false }: Face): string => `
  <svg viewBox="0 0 256 256" width="256" height="256">
    <rect width="256" height="256" fill="${behind}"/>
    ${isLong ? `<path d="M66 118 Q60 30 128 32 Q196 30 190 118 L196 210 L60 210 Z" fill="${hair}"/>` : ''}
    <path d="M28 262 Q34 188 128 184 Q222 188 228 262 Z" fill="${shirt}"/>
    <rect x="106" y="150" width="44" height="52" rx="20" fill="${skin}"/>
    <ellipse cx="128" cy="116" rx="50" ry="60" fill="${skin}"/>
    <path d="M76 112 Q72 44 128 44 Q184 44 180 112 Q170 78 128 76 Q86 78 76 112 Z" fill="${hair}"/>
    <circle cx="109" cy="118" r="5" fill="#2b2320"/><circle cx="147" cy="118" r="5" fill="#2b2320"/>
    <path d="M108 144 Q128 160 148 144" fill="none" stroke="#7a3b33" stroke-width="5" stroke-linecap="round"/>
  </svg>`;

export const harbour = `
  <svg viewBox="0 0 960 600" width="960" height="600">
    <defs>
      <linearGradient id="sky" x2="0" y2="1"><stop stop-color="#f7c59f"/><stop offset="1" stop-color="#fdf0d5"/></linearGradient>
      <linearGradient id="sea" x2="0" y2="1"><stop stop-color="#4a9d9c"/><stop offset="1" stop-color="#12545a"/></linearGradient>
    </defs>
    <rect width="960" height="600" fill="url(#sky)"/>
    <circle cx="690" cy="215" r="62" fill="#fff3d6"/>
    <path d="M0 330 Q140 190 290 300 Q420 220 560 330 Z" fill="#7b9e87"/>
    <path d="M470 330 Q640 240 800 310 Q880 280 960 322 L960 340 L470 340 Z" fill="#5b8277"/>
    <rect y="326" width="960" height="274" fill="url(#sea)"/>
    <path d="M600 372 H780 M560 410 H700 M640 450 H820" stroke="#ffe9c7" stroke-width="7" opacity="0.5"/>
    <path d="M230 468 H500 L462 520 H266 Z" fill="#8c3f2b"/><path d="M230 468 H500 L494 478 H237 Z" fill="#fbf3e4"/>
    <path d="M352 460 V250 M352 262 L352 440 L468 440 Z" stroke="#4c3b30" stroke-width="6" fill="#fbf3e4"/>
    <path d="M342 290 L342 440 L272 440 Z" fill="#f0dfc4"/>
  </svg>`;

/** The drawing as a PNG, like a file on a device. */
export async function photograph(page: Page, drawing: string): Promise<Buffer> {
  await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${drawing}`);
  return page.locator('svg').screenshot();
}
