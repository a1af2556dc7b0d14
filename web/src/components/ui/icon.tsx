const paths = {
  home: 'M4 11.5 12 5l8 6.5M6.5 10v9h11v-9M10 19v-5h4v5',
  groups:
    'M9 11.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM3.5 19c.4-3 2.6-5 5.5-5s5.1 2 5.5 5M15.5 5.8a3 3 0 0 1 0 5.4M17.5 14.4c1.7.8 2.8 2.5 3 4.6',
  prayer: 'M12 20s-7.5-4.4-7.5-10A4.2 4.2 0 0 1 12 7.4 4.2 4.2 0 0 1 19.5 10c0 5.6-7.5 10-7.5 10Z',
  chat: 'M20 11.5c0 4-3.6 7-8 7-1 0-2-.1-2.9-.4L4.5 20l1.3-3.7A6.6 6.6 0 0 1 4 11.5c0-4 3.6-7 8-7s8 3 8 7Z',
  person: 'M12 12a3.7 3.7 0 1 0 0-7.4 3.7 3.7 0 0 0 0 7.4ZM5 19.8c.6-3.2 3.4-5.3 7-5.3s6.4 2.1 7 5.3',
  book: 'M12 7c-1.8-1.3-4.2-2-7.5-2v12.5c3.3 0 5.7.7 7.5 2 1.8-1.3 4.2-2 7.5-2V5c-3.3 0-5.7.7-7.5 2Zm0 0v12.5',
  shield: 'M12 4 5.5 6.5v5c0 4 2.7 6.9 6.5 8.5 3.8-1.6 6.5-4.5 6.5-8.5v-5L12 4Zm-2.8 8 2 2 3.8-4',
  menu: 'M4.5 7h15M4.5 12h15M4.5 17h15',
  close: 'm6.5 6.5 11 11m0-11-11 11',
  send: 'M5 12h13m-5.5-6 6 6-6 6',
  search: 'M11 17.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm4.7-1.8 4 4',
  compose:
    'M12 5H6.5A1.5 1.5 0 0 0 5 6.5v11A1.5 1.5 0 0 0 6.5 19h11a1.5 1.5 0 0 0 1.5-1.5V12m-8.5 1.5.5-2.5 7-7 2 2-7 7-2.5.5Z',
  info: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16Zm0-9v5m0-8.2v.2',
  back: 'm14 6-6 6 6 6',
  clock: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16Zm0-12.5V12l3 2',
  check: 'm5.5 12.5 4.3 4.3 8.7-9.3',
  warning: 'M12 4.5 3.5 19h17L12 4.5Zm0 5.5v4.5m0 2.2v.2',
  down: 'm6 10 6 6 6-6',
  logout: 'M13.5 5H6.5A1.5 1.5 0 0 0 5 6.5v11A1.5 1.5 0 0 0 6.5 19h7M10.5 12h9m-3.5-3.5 3.5 3.5-3.5 3.5',
  plus: 'M12 5.5v13M5.5 12h13',
  filter: 'M5 7.5h14M8 12h8m-5.5 4.5h3',
  minus: 'M5.5 12h13',
  pencil: 'm5 19 .8-3.4L16 5.4a1.4 1.4 0 0 1 2 0l.6.6a1.4 1.4 0 0 1 0 2L8.4 18.2 5 19Z',
  bin: 'M5 7h14M9.5 7V5h5v2M7 7l.8 12h8.4L17 7M10.3 10.5v5.5m3.4-5.5v5.5',
  lock: 'M7 11h10a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1Zm1.5 0V8.5a3.5 3.5 0 0 1 7 0V11',
  image:
    'M6.5 5h11A1.5 1.5 0 0 1 19 6.5v11a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 17.5v-11A1.5 1.5 0 0 1 6.5 5ZM9 10.5a1.4 1.4 0 1 0 0-2.8 1.4 1.4 0 0 0 0 2.8Zm-3.7 7L10 13l2.5 2.3L16 11.5l3 3',
  camera:
    'M5.5 7.5h2.6L9.6 5.5h4.8l1.5 2h2.6A1.5 1.5 0 0 1 20 9v8.5a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 17.5V9a1.5 1.5 0 0 1 1.5-1.5ZM12 16a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4Z',
  file: 'M13 4.5H7.5A1.5 1.5 0 0 0 6 6v12a1.5 1.5 0 0 0 1.5 1.5h9A1.5 1.5 0 0 0 18 18V9.5l-5-5Zm0 0v5h5',
  download: 'M12 4.5v10m-4-4 4 4 4-4M5.5 19h13',
  next: 'm10 6 6 6-6 6',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  unlock: 'M7 11h10a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1Zm1.5 0V8a3.5 3.5 0 0 1 6.6-1.6',
  history: 'M5.2 9.5A7.5 7.5 0 1 1 4.5 13M5 5v4.5h4.5M12 8.5V12l2.5 1.7',
  smile: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16Zm-3.4-6.4c.8 1.3 2 2 3.4 2s2.6-.7 3.4-2M9.4 9.7v.2m5.2-.2v.2',
  reply: 'm9.5 6-5 5 5 5M5 11h8.5c3.5 0 6 2.3 6 6.5',
  copy: 'M10 8.5h7.5A1.5 1.5 0 0 1 19 10v7.5a1.5 1.5 0 0 1-1.5 1.5H10a1.5 1.5 0 0 1-1.5-1.5V10A1.5 1.5 0 0 1 10 8.5ZM5.5 15A1.5 1.5 0 0 1 5 14V6.5A1.5 1.5 0 0 1 6.5 5H14a1.5 1.5 0 0 1 1.5 .5',
  offline: 'M4 4.5 19.5 20M8.5 8.3A6 6 0 0 0 6.7 11 4 4 0 0 0 7 19h10.5M11.5 7.2A6 6 0 0 1 17.7 11a4 4 0 0 1 2.6 5.8',
} as const;

export type IconName = keyof typeof paths;

/**
 * A picture beside or in place of a word; what it means is said by the control that holds it.
 * `size` is in px at the usual size of text, and grows with it.
 */
export function Icon({
  name,
  size = 20,
  className,
}: {
  name: IconName;
  size?: number;
  className?: string | undefined;
}) {
  return (
    <svg
      className={className}
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  );
}
