/** Google's letter, in the colour of the text around it. */
export function GoogleMark() {
  return (
    <svg
      width="1.125rem"
      height="1.125rem"
      viewBox="0 0 24 24"
      fill="currentColor"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M12.2 10.3v3.8h5.4c-.3 1.7-1.9 4-5.4 4a6.1 6.1 0 0 1 0-12.2c1.9 0 3.2.8 3.9 1.5l2.7-2.6A9.6 9.6 0 0 0 12.2 2a10 10 0 1 0 0 20c5.8 0 9.6-4.1 9.6-9.8 0-.7-.1-1.3-.2-1.9h-9.4Z" />
    </svg>
  );
}
