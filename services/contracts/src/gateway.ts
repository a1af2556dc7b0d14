import { z } from 'zod';
import { defineCall } from './call.ts';

/** Settings that a browser needs before anyone has signed in; nothing secret. */
export const PublicConfig = z.object({
  orgName: z.string(),
  domain: z.string(),
  signIn: z.enum(['google', 'demo']),
});
export type PublicConfig = z.infer<typeof PublicConfig>;

export const getConfig = defineCall({ method: 'GET', path: '/api/config', answers: { 200: PublicConfig } });
