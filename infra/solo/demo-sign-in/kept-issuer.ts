import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '@koinonia/kit/code-of.ts';
import { exportJWK, generateKeyPair } from 'jose';
import { z } from 'zod';
import { keepWhole } from '../secrets.ts';

/** What the demo sign-in must keep to stay the same issuer. */
const KeptIssuer = z.object({
  /** Part of the issuer's address, and so of everyone's identity: with another port, all would be new people. */
  port: z.number().int(),
  clientSecret: z.string(),
  /** The private key that tokens are signed with, as JWK. */
  signingKey: z.looseObject({ kty: z.literal('RSA'), kid: z.string() }),
});
export type KeptIssuer = z.infer<typeof KeptIssuer>;

const fileIn = (dataDir: string) => join(dataDir, 'demo-sign-in.json');

/** The values of an earlier start, so that people, tokens and sign-ins stay valid; `null` at the first start. */
export async function readKeptIssuer(dataDir: string): Promise<KeptIssuer | null> {
  const file = fileIn(dataDir);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
  try {
    return KeptIssuer.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`${file} is damaged. Delete it to start the demo sign-in afresh.`, { cause });
  }
}

export async function keepIssuer(dataDir: string, kept: KeptIssuer): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await keepWhole(fileIn(dataDir), JSON.stringify(kept));
}

export async function makeSecrets(): Promise<Omit<KeptIssuer, 'port'>> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return {
    clientSecret: randomBytes(32).toString('base64url'),
    signingKey: { ...jwk, kty: 'RSA', kid: randomBytes(8).toString('hex'), alg: 'RS256', use: 'sig' },
  };
}
