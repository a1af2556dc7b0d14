/** An e-mail address that wraps before its domain, if it must, rather than in the middle of a word. */
export function Address({ of: email }: { of: string }) {
  const at = email.lastIndexOf('@');
  if (at < 0) return email;
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}
