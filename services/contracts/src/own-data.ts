import { z } from 'zod';
import { defineCall } from './call.ts';
import { Id, IdParams, Instant } from './common.ts';

/** `declinedAt`: when an admin last declined; a new request removes it. */
export const DeletionRequest = z.object({ requestedAt: Instant.nullable(), declinedAt: Instant.nullable() });
export type DeletionRequest = z.infer<typeof DeletionRequest>;

export const getDeletionRequest = defineCall({
  method: 'GET',
  path: '/api/me/deletion-request',
  answers: { 200: DeletionRequest },
});

/** How often a person may ask for the deletion of their data within 24 hours, after withdrawals. */
export const deletionRequestsADay = 10;

/** Asks the admins to delete the caller's data. 429 after `deletionRequestsADay`. */
export const requestDeletion = defineCall({
  method: 'POST',
  path: '/api/me/deletion-request',
  answers: { 200: DeletionRequest },
});

export const withdrawDeletionRequest = defineCall({
  method: 'DELETE',
  path: '/api/me/deletion-request',
  answers: { 204: z.void() },
});

/** A person who requests the deletion of their data. Admins carry it out by `deletePerson`. */
export const PersonToDelete = z.object({
  uid: Id,
  displayName: z.string(),
  email: z.string(),
  photoURL: z.string(),
  requestedAt: Instant,
});
export type PersonToDelete = z.infer<typeof PersonToDelete>;

/** The longest waiting first. Admins only. */
export const listDeletionRequests = defineCall({
  method: 'GET',
  path: '/api/deletion-requests',
  answers: { 200: z.array(PersonToDelete) },
});

/** An admin declines. 404 when there is no request (any more). */
export const declineDeletion = defineCall({
  method: 'DELETE',
  path: '/api/users/:id/deletion-request',
  params: IdParams,
  answers: { 204: z.void() },
});

/** How often a person may download everything within 24 hours. */
export const downloadsADay = 5;

/**
 * Prepares a download of everything that is stored about the caller, as a zip. `url` works for one read within a minute, in
 * the browser that asked: it needs the cookie of the same session. 409 while another download of this person is running,
 * 429 after `downloadsADay`; 400 without a session.
 */
export const prepareDownload = defineCall({
  method: 'POST',
  path: '/api/me/download',
  answers: { 201: z.object({ url: z.string(), expiresAt: Instant }) },
});

/** The zip, streamed. Reads the session cookie and no Bearer token, so that the browser itself can download it. */
export const downloadOwnData = defineCall({
  method: 'GET',
  path: '/api/session/download/:id',
  params: IdParams,
  answers: { 200: z.any() },
});
