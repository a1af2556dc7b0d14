/** The product's statements end after 4 s, and lock waits even sooner; with this address, both end after a minute. */
export function patientUrl(url: string): string {
  const patient = new URL(url);
  for (const limit of ['lock_timeout', 'statement_timeout', 'query_timeout', 'idle_in_transaction_session_timeout'])
    patient.searchParams.set(limit, '60000');
  return patient.href;
}
